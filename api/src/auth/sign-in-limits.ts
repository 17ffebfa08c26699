import { Injectable } from '@nestjs/common';
import type { LimitName } from '../limits/limit-rules.ts';
import { LimitsService } from '../limits/limits.service.ts';

/** Whose password is tried, and from where. */
export interface SignInAttempt {
  address: string;
  email: string;
}

type Counter = [LimitName, ...string[]];

/**
 * Bounds how often a password is guessed: from one address, and, far more often, for one account from anywhere. An
 * address that has signed in to the account in the last 30 days has a counter of its own for it, so that strangers who
 * guess from many addresses cannot lock the artist out there.
 */
@Injectable()
export class SignInLimits {
  constructor(private readonly limits: LimitsService) {}

  /**
   * Counts the attempt as a failure before it is made, since many at once must not get further than one after another,
   * and takes it back when it succeeds. Accounts that do not exist are counted just the same.
   *
   * @param check gives undefined for a wrong password
   * @throws AppError auth.too-many beyond the limit, also for the right password
   */
  async attempt<T>({ address, email }: SignInAttempt, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const account = email.toLowerCase();
    const isKnown = await this.limits.isRemembered(account, address);
    const counters: Counter[] = [
      ['sign-ins-from-address', address],
      isKnown ? ['sign-ins-from-known-address', account, address] : ['sign-ins-to-account', account],
    ];
    const result = await this.bound(counters, check);
    if (result !== undefined) {
      await this.limits.clear('sign-ins-from-address', address);
      await this.giveBack(counters.slice(1));
      await this.limits.remember(account, address);
    }
    return result;
  }

  /**
   * The same for the current password that a signed-in user has to say. It counts for the account alone and by itself:
   * who has a token is not kept out by others' failed sign-ins.
   *
   * @throws AppError auth.too-many beyond the limit, also for the right password
   */
  async attemptCurrent(userId: number, check: () => Promise<boolean>): Promise<boolean> {
    const counters: Counter[] = [['current-passwords', String(userId)]];
    const isRight = await this.bound(counters, check);
    if (isRight) await this.giveBack(counters);
    return isRight;
  }

  /** Counts on all the counters, unless the check comes to no answer. */
  private async bound<T>(counters: Counter[], check: () => Promise<T>): Promise<T> {
    await this.spendAll(counters);
    try {
      return await check();
    } catch (error) {
      // Neither right nor wrong: the database is away.
      await this.giveBack(counters);
      throw error;
    }
  }

  /** All of them or none. */
  private async spendAll(counters: Counter[]): Promise<void> {
    const spent: Counter[] = [];
    for (const counter of counters) {
      try {
        await this.limits.consume(...counter);
      } catch (error) {
        await this.giveBack(spent);
        throw error;
      }
      spent.push(counter);
    }
  }

  private async giveBack(counters: Counter[]): Promise<void> {
    for (const counter of counters) await this.limits.refund(...counter);
  }
}
