import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { siteOf } from '@portfolio/lifecycle';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiEnv } from '../env.ts';
import { AppError } from '../http/app-error.ts';
import { CounterStore } from './counter-store.ts';
import { LIMIT_NAMES, type LimitName, limitRules, type LimitRule } from './limit-rules.ts';

/**
 * How many /64 of one IPv6 /48 may reach their limit at a time. A customer with a /48 has 65,536 of them; so may the
 * subscribers of a mobile network together, of whom hardly this many write to one site within minutes (decision 14).
 */
const NETWORKS_PER_SITE = 16;

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
  /** The same for whole /48 of IPv6. */
  private readonly siteCounters: Record<LimitName, RateLimiterAbstract>;
  private readonly memory: RateLimiterAbstract;
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
    this.siteCounters = counters('-48', NETWORKS_PER_SITE);
    this.memory = store.counter({ name: 'remembered', points: 1, seconds: MEMORY, isInsured: false });
    this.hashKey = createHmac('sha256', env.JWT_SECRET).update('counters of limits').digest();
  }

  /**
   * Counts one, in one step: of any number of processes that do so at once, no more than the limit get through. An IPv6
   * network counts for its /48 as well; beyond its own limit it does not, or one of them could use up what all have.
   *
   * @throws AppError with the limit's code, saying when to come again
   */
  async consume(name: LimitName, ...subject: string[]): Promise<void> {
    await this.consumeAll(this.counters[name], name, subject);
    const site = siteSubject(subject);
    if (!site) return;
    try {
      await this.consumeAll(this.siteCounters[name], name, site);
    } catch (error) {
      await this.counters[name].reward(this.hash(subject));
      throw error;
    }
  }

  /** Takes back one that was counted and came to nothing. */
  async refund(name: LimitName, ...subject: string[]): Promise<void> {
    await this.counters[name].reward(this.hash(subject));
    await this.giveBackOfSite(name, subject);
  }

  /** Begins to count anew. Of what the /48 has spent it takes back one: the rest may be somebody else's. */
  async clear(name: LimitName, ...subject: string[]): Promise<void> {
    await this.counters[name].delete(this.hash(subject));
    await this.giveBackOfSite(name, subject);
  }

  /** Keeps in mind for 30 days from the last time that this was called, if the store is there. */
  async remember(...subject: string[]): Promise<void> {
    await this.memory.set(this.hash(subject), 1, MEMORY).catch(() => undefined);
  }

  /** @returns false too where the store is away */
  async isRemembered(...subject: string[]): Promise<boolean> {
    return (await this.memory.get(this.hash(subject)).catch(() => null)) !== null;
  }

  private async consumeAll(counter: RateLimiterAbstract, name: LimitName, subject: string[]): Promise<void> {
    try {
      await counter.consume(this.hash(subject));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new AppError(this.rules[name].code, { retryAfter });
    }
  }

  private async giveBackOfSite(name: LimitName, subject: string[]): Promise<void> {
    const site = siteSubject(subject);
    if (site) await this.siteCounters[name].reward(this.hash(site));
  }

  private hash(subject: string[]): string {
    return createHmac('sha256', this.hashKey).update(JSON.stringify(subject)).digest('base64url');
  }
}

/** The same subject with the /48 of its IPv6 network; undefined for one without such a network. */
function siteSubject(subject: string[]): string[] | undefined {
  const wider = subject.map((part) => siteOf(part) ?? part);
  return wider.some((part, index) => part !== subject[index]) ? wider : undefined;
}
