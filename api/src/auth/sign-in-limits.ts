import { Injectable } from '@nestjs/common';
import type { LimitName } from '../limits/limit-rules.ts';
import { LimitsService } from '../limits/limits.service.ts';

/** Whose password is tried, and from where. */
export interface SignInAttempt {
  address: string;
  email: string;
}

/**
 * Bounds how often a password is guessed: from one address, and for one account from anywhere. An address that has
 * signed in to the account in the last 30 days has a counter of its own for it, so that strangers who guess cannot
 * lock the artist out.
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
    const counters: [LimitName, ...string[]][] = [
      ['sign-ins-from-address', address],
      isKnown ? ['sign-ins-from-known-address', account, address] : ['sign-ins-to-account', account],
    ];
    await this.spendAll(counters);

    let result: T | undefined;
    try {
      result = await check();
    } catch (error) {
      // Neither right nor wrong: the database is away.
      await this.giveBack(counters);
      throw error;
    }
    if (result !== undefined) {
      await this.limits.clear('sign-ins-from-address', address);
      await this.giveBack(counters.slice(1));
      await this.limits.remember(account, address);
    }
    return result;
  }

  /** All of them or none. */
  private async spendAll(counters: [LimitName, ...string[]][]): Promise<void> {
    const spent: typeof counters = [];
    for (const counter of counters) {
      try {
        await this.limits.spend(...counter);
      } catch (error) {
        await this.giveBack(spent);
        throw error;
      }
      spent.push(counter);
    }
  }

  private async giveBack(counters: [LimitName, ...string[]][]): Promise<void> {
    for (const counter of counters) await this.limits.giveBack(...counter);
  }
}
