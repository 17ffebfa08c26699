import { Injectable } from '@nestjs/common';
import type { LimitName } from '../limits/limit-rules.ts';
import { LimitsService } from '../limits/limits.service.ts';

export interface SignInAttempt {
  address: string;
  email: string;
}

type Counter = [LimitName, ...string[]];

/**
 * Rate limits of passwords: by address, and by account from all addresses. An address that signed in to the account in
 * the last 30 days has its own counter, so that attackers cannot lock the artist out.
 */
@Injectable()
export class SignInLimits {
  constructor(private readonly limits: LimitsService) {}

  /**
   * Consumes before the check, so that concurrent attempts count. On success it clears the address counter and refunds the
   * others. Unknown accounts count too.
   *
   * @param check returns undefined for a wrong password
   * @throws AppError auth.too-many beyond the limit, also for the right password
   */
  async attempt<T>({ address, email }: SignInAttempt, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const account = email.toLowerCase();
    const isKnown = await this.limits.isRemembered(account, address);
    const counters: Counter[] = [
      ['sign-ins-from-address', address],
      isKnown ? ['sign-ins-from-known-address', account, address] : ['sign-ins-to-account', account],
    ];
    const result = await this.limited(counters, check);
    if (result !== undefined) {
      await this.limits.clear('sign-ins-from-address', address);
      await this.refundAll(counters.slice(1));
      await this.limits.remember(account, address);
    }
    return result;
  }

  /**
   * Limits the current password of a signed-in user with a counter of its own: failed sign-ins of others do not count.
   *
   * @throws AppError auth.too-many beyond the limit, also for the right password
   */
  async attemptCurrent(userId: number, check: () => Promise<boolean>): Promise<boolean> {
    const counters: Counter[] = [['current-passwords', String(userId)]];
    const isCorrect = await this.limited(counters, check);
    if (isCorrect) await this.refundAll(counters);
    return isCorrect;
  }

  /**
   * Limits the password of a private gallery: by gallery and address, and by gallery from all addresses.
   *
   * @throws AppError gallery.too-many beyond the limit, also for the right password
   */
  async attemptGallery(galleryId: number, address: string, check: () => Promise<boolean>): Promise<boolean> {
    const gallery = String(galleryId);
    const counters: Counter[] = [
      ['gallery-passwords-from-address', gallery, address],
      ['gallery-passwords', gallery],
    ];
    const isCorrect = await this.limited(counters, check);
    if (isCorrect) await this.refundAll(counters);
    return isCorrect;
  }

  /** Consumes all counters, and refunds them when the check throws. */
  private async limited<T>(counters: Counter[], check: () => Promise<T>): Promise<T> {
    await this.consumeAll(counters);
    try {
      return await check();
    } catch (error) {
      await this.refundAll(counters);
      throw error;
    }
  }

  private async consumeAll(counters: Counter[]): Promise<void> {
    const consumed: Counter[] = [];
    for (const counter of counters) {
      try {
        await this.limits.consume(...counter);
      } catch (error) {
        await this.refundAll(consumed);
        throw error;
      }
      consumed.push(counter);
    }
  }

  private async refundAll(counters: Counter[]): Promise<void> {
    for (const counter of counters) await this.limits.refund(...counter);
  }
}
