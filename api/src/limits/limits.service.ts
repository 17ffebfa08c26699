import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ErrorCode } from '@portfolio/contracts';
import { prefix48Of } from '@portfolio/lifecycle';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiEnv } from '../env.ts';
import { AppError } from '../http/app-error.ts';
import { CounterStore } from './counter-store.ts';

/** IPv6 /64 networks of one /48 that may reach their limit at the same time (decision 14). */
const NETWORKS_PER_PREFIX = 16;

const REMEMBERED_FOR_S = 30 * 24 * 60 * 60;

const MINUTE = 60;

interface LimitRule {
  points: number;
  /** Fixed window from the first request. */
  seconds: number;
  code: ErrorCode;
}

function limitRules(env: ApiEnv) {
  const posts = (points: number): LimitRule => ({ points, seconds: 10 * MINUTE, code: 'request.too-many' });
  const requests = (points: number): LimitRule => ({ points, seconds: MINUTE, code: 'request.too-many' });
  const signIns = (points: number, code: ErrorCode = 'auth.too-many') => ({ points, seconds: 15 * MINUTE, code });
  return {
    comments: posts(env.LIMIT_COMMENTS),
    messages: posts(env.LIMIT_MESSAGES),
    'comment-requests': requests(env.LIMIT_POSTS_PER_MINUTE),
    'message-requests': requests(env.LIMIT_POSTS_PER_MINUTE),
    'log-requests': requests(env.LIMIT_LOGS_PER_MINUTE),
    embeds: requests(env.LIMIT_EMBEDS_PER_MINUTE),
    'sign-ins-from-address': signIns(env.LIMIT_SIGN_INS),
    'sign-ins-to-account': signIns(env.LIMIT_SIGN_INS_PER_ACCOUNT),
    'sign-ins-from-known-address': signIns(env.LIMIT_SIGN_INS),
    'current-passwords': signIns(env.LIMIT_SIGN_INS),
    'gallery-passwords-from-address': signIns(env.LIMIT_SIGN_INS, 'gallery.too-many'),
    'gallery-passwords': signIns(env.LIMIT_SIGN_INS_PER_ACCOUNT, 'gallery.too-many'),
  } satisfies Record<string, LimitRule>;
}

export type LimitName = keyof ReturnType<typeof limitRules>;

/** Name of a limit, and its subject. */
export type Counter = [LimitName, ...string[]];

interface Limit {
  code: ErrorCode;
  counter: RateLimiterAbstract;
  /** Of the /48 of IPv6 networks. */
  prefixCounter: RateLimiterAbstract;
}

/** Rate limits. A subject, such as a client address, is stored as a keyed hash. */
@Injectable()
export class LimitsService {
  private readonly limits: Record<LimitName, Limit>;
  private readonly remembered: RateLimiterAbstract;
  private readonly hashKey: Buffer;

  constructor(env: ApiEnv, store: CounterStore) {
    const limits = Object.entries(limitRules(env)).map(([name, { points, seconds, code }]): [string, Limit] => {
      const counter = store.counter({ name, points, seconds });
      const prefixCounter = store.counter({ name: `${name}-48`, points: points * NETWORKS_PER_PREFIX, seconds });
      return [name, { code, counter, prefixCounter }];
    });
    this.limits = Object.fromEntries(limits) as Record<LimitName, Limit>;
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
    const { code, counter, prefixCounter } = this.limits[name];
    await this.consumePoint(counter, code, subject);
    const prefix = prefixSubject(subject);
    if (!prefix) return;
    try {
      await this.consumePoint(prefixCounter, code, prefix);
    } catch (error) {
      await counter.reward(this.hash(subject));
      throw error;
    }
  }

  /** Consumes all counters, then acts. Refunds the consumed ones when another is at its limit, or the action throws. */
  async limited<T>(counters: Counter[], act: () => Promise<T>): Promise<T> {
    const consumed: Counter[] = [];
    try {
      for (const counter of counters) {
        await this.consume(...counter);
        consumed.push(counter);
      }
      return await act();
    } catch (error) {
      await this.refund(consumed);
      throw error;
    }
  }

  async refund(counters: Counter[]): Promise<void> {
    for (const [name, ...subject] of counters) {
      await this.limits[name].counter.reward(this.hash(subject));
      await this.refundPrefix(name, subject);
    }
  }

  /** Resets the counter. The /48 gets one point back: the others may belong to other networks. */
  async clear(name: LimitName, ...subject: string[]): Promise<void> {
    await this.limits[name].counter.delete(this.hash(subject));
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

  private async consumePoint(counter: RateLimiterAbstract, code: ErrorCode, subject: string[]): Promise<void> {
    try {
      await counter.consume(this.hash(subject));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new AppError(code, { retryAfter });
    }
  }

  private async refundPrefix(name: LimitName, subject: string[]): Promise<void> {
    const prefix = prefixSubject(subject);
    if (prefix) await this.limits[name].prefixCounter.reward(this.hash(prefix));
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
