import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiEnv } from '../env.ts';
import { AppError } from '../http/app-error.ts';
import { CounterStore } from './counter-store.ts';
import { LIMIT_NAMES, type LimitName, limitRules, type LimitRule } from './limit-rules.ts';

/** Seconds for which a remembered subject stays so. */
const MEMORY = 30 * 24 * 60 * 60;

/**
 * Counts what may be done only so often. A subject is whomever the counter is for, such as an address: it is kept as a
 * keyed hash, since who came from where is nobody's business once the counter has ended.
 */
@Injectable()
export class LimitsService {
  private readonly rules: Record<LimitName, LimitRule>;
  private readonly counters: Record<LimitName, RateLimiterAbstract>;
  private readonly memory: RateLimiterAbstract;
  private readonly hashKey: Buffer;

  constructor(env: ApiEnv, store: CounterStore) {
    this.rules = limitRules(env);
    this.counters = Object.fromEntries(
      LIMIT_NAMES.map((name) => [name, store.counter({ name, ...this.rules[name] })]),
    ) as Record<LimitName, RateLimiterAbstract>;
    this.memory = store.counter({ name: 'remembered', points: 1, seconds: MEMORY, isInsured: false });
    this.hashKey = createHmac('sha256', env.JWT_SECRET).update('counters of limits').digest();
  }

  /**
   * Counts one, in one step: of any number of processes that do so at once, no more than the limit get through.
   *
   * @throws AppError with the limit's code, saying when to come again
   */
  async spend(name: LimitName, ...subject: string[]): Promise<void> {
    try {
      await this.counters[name].consume(this.hash(subject));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new AppError(this.rules[name].code, { retryAfter });
    }
  }

  /** Takes back one that was counted and came to nothing. */
  async giveBack(name: LimitName, ...subject: string[]): Promise<void> {
    await this.counters[name].reward(this.hash(subject));
  }

  /** Begins to count anew. */
  async clear(name: LimitName, ...subject: string[]): Promise<void> {
    await this.counters[name].delete(this.hash(subject));
  }

  /** Keeps in mind for 30 days from the last time that this was called, if the store is there. */
  async remember(...subject: string[]): Promise<void> {
    await this.memory.set(this.hash(subject), 1, MEMORY).catch(() => undefined);
  }

  /** @returns false too where the store is away */
  async isRemembered(...subject: string[]): Promise<boolean> {
    return (await this.memory.get(this.hash(subject)).catch(() => null)) !== null;
  }

  private hash(subject: string[]): string {
    return createHmac('sha256', this.hashKey).update(JSON.stringify(subject)).digest('base64url');
  }
}
