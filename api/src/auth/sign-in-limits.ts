import { Injectable } from '@nestjs/common';
import { type Counter, LimitsService } from '../limits/limits.service.ts';

/**
 * Rate limits of passwords: by address, and by account or gallery from all addresses. An address whose password was right in
 * the last 30 days has its own counter, so that attackers cannot lock the artist and guests out.
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
  async attempt<T>(email: string, address: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const account = email.toLowerCase();
    const isKnown = await this.limits.isRemembered(account, address);
    const counters: Counter[] = [
      ['sign-ins-from-address', address],
      isKnown ? ['sign-ins-from-known-address', account, address] : ['sign-ins-to-account', account],
    ];
    const result = await this.limits.limited(counters, check);
    if (result !== undefined) {
      await this.limits.clear('sign-ins-from-address', address);
      await this.limits.refund(counters.slice(1));
      await this.limits.remember(account, address);
    }
    return result;
  }

  /**
   * Limits the current password of a signed-in user with a counter of its own: failed sign-ins of others do not count.
   *
   * @throws AppError auth.too-many beyond the limit, also for the right password
   */
  attemptCurrent(userId: number, check: () => Promise<boolean>): Promise<boolean> {
    return this.limitedToFailures([['current-passwords', String(userId)]], check);
  }

  /**
   * Limits the password of a private gallery: by gallery and address, and by gallery from all addresses.
   *
   * @throws AppError gallery.too-many beyond the limit, also for the right password
   */
  async attemptGallery(galleryId: number, address: string, check: () => Promise<boolean>): Promise<boolean> {
    const gallery = String(galleryId);
    const isKnown = await this.limits.isRemembered('gallery', gallery, address);
    const counters: Counter[] = [['gallery-passwords-from-address', gallery, address]];
    if (!isKnown) counters.push(['gallery-passwords', gallery]);
    const isCorrect = await this.limitedToFailures(counters, check);
    if (isCorrect) await this.limits.remember('gallery', gallery, address);
    return isCorrect;
  }

  /** Refunds the counters of a right password. */
  private async limitedToFailures(counters: Counter[], check: () => Promise<boolean>): Promise<boolean> {
    const isCorrect = await this.limits.limited(counters, check);
    if (isCorrect) await this.limits.refund(counters);
    return isCorrect;
  }
}
