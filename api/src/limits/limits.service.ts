import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { prefix48Of } from '@portfolio/lifecycle';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiEnv } from '../env.ts';
import { AppError } from '../http/app-error.ts';
import { CounterStore } from './counter-store.ts';
import { LIMIT_NAMES, type LimitName, limitRules, type LimitRule } from './limit-rules.ts';

/** IPv6 /64 networks of one /48 that may reach their limit at the same time (decision 14). */
const NETWORKS_PER_PREFIX = 16;

const REMEMBERED_FOR_S = 30 * 24 * 60 * 60;

/** Rate limits. A subject, such as a client address, is stored as a keyed hash. */
@Injectable()
export class LimitsService {
  private readonly rules: Record<LimitName, LimitRule>;
  private readonly counters: Record<LimitName, RateLimiterAbstract>;
  private readonly prefixCounters: Record<LimitName, RateLimiterAbstract>;
  private readonly remembered: RateLimiterAbstract;
  private readonly hashKey: Buffer;

  constructor(env: ApiEnv, store: CounterStore) {
    this.rules = limitRules(env);
    const counters = (suffix: string, factor: number) =>
      Object.fromEntries(
        LIMIT_NAMES.map((name) => {
          const { points, seconds } = this.rules[name];
          return [name, store.counter({ name: `${name}${suffix}`, points: points * factor, seconds })];
        }),
      ) as Record<LimitName, RateLimiterAbstract>;
    this.counters = counters('', 1);
    this.prefixCounters = counters('-48', NETWORKS_PER_PREFIX);
    this.remembered = store.counter({ name: 'remembered', points: 1, seconds: REMEMBERED_FOR_S, isInsured: false });
    this.hashKey = createHmac('sha256', env.JWT_SECRET).update('counters of limits').digest();
  }

  /**
   * Consumes one point atomically. An IPv6 network also consumes one of its /48, unless its own limit is reached: one
   * network cannot use up the points of all.
   *
   * @throws AppError with the limit's code and `retryAfter`
   */
  async consume(name: LimitName, ...subject: string[]): Promise<void> {
    await this.consumePoint(this.counters[name], name, subject);
    const prefix = prefixSubject(subject);
    if (!prefix) return;
    try {
      await this.consumePoint(this.prefixCounters[name], name, prefix);
    } catch (error) {
      await this.counters[name].reward(this.hash(subject));
      throw error;
    }
  }

  async refund(name: LimitName, ...subject: string[]): Promise<void> {
    await this.counters[name].reward(this.hash(subject));
    await this.refundPrefix(name, subject);
  }

  /** Resets the counter. The /48 gets one point back: the others may belong to other networks. */
  async clear(name: LimitName, ...subject: string[]): Promise<void> {
    await this.counters[name].delete(this.hash(subject));
    await this.refundPrefix(name, subject);
  }

  /** Remembers the subject for 30 days, if the store is available. */
  async remember(...subject: string[]): Promise<void> {
    await this.remembered.set(this.hash(subject), 1, REMEMBERED_FOR_S).catch(() => undefined);
  }

  /** @returns false also when the store is unavailable */
  async isRemembered(...subject: string[]): Promise<boolean> {
    return (await this.remembered.get(this.hash(subject)).catch(() => null)) !== null;
  }

  private async consumePoint(counter: RateLimiterAbstract, name: LimitName, subject: string[]): Promise<void> {
    try {
      await counter.consume(this.hash(subject));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new AppError(this.rules[name].code, { retryAfter });
    }
  }

  private async refundPrefix(name: LimitName, subject: string[]): Promise<void> {
    const prefix = prefixSubject(subject);
    if (prefix) await this.prefixCounters[name].reward(this.hash(prefix));
  }

  private hash(subject: string[]): string {
    return createHmac('sha256', this.hashKey).update(JSON.stringify(subject)).digest('base64url');
  }
}

/** The subject with the /48 of its IPv6 network; undefined without one. */
function prefixSubject(subject: string[]): string[] | undefined {
  const wider = subject.map((part) => prefix48Of(part) ?? part);
  return wider.some((part, index) => part !== subject[index]) ? wider : undefined;
}
