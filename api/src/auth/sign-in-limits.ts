import { Injectable } from '@nestjs/common';
import { type Counter, LimitsService } from '../limits/limits.service.ts';

/**
 * Rate limits for passwords: by client address, and by account or gallery. A correct password makes the client address known
 * for 30 days. Known addresses do not use the shared counter, so that attackers cannot lock the artist and guests out.
 */
@Injectable()
export class SignInLimits {
  constructor(private readonly limits: LimitsService) {}

  /**
   * Limits sign-ins. Consumes a point of each counter before the check, so that concurrent attempts count. Success clears the
   * address counter and refunds the other. Attempts at accounts that do not exist count too.
   *
   * @param check returns undefined for a wrong password
   * @throws AppError auth.too-many beyond the limit, also for the correct password
   */
  async attemptSignIn<T>(email: string, address: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
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
   * Limits attempts at the current password of a signed-in user. Failed sign-ins do not consume this counter.
   *
   * @throws AppError auth.too-many beyond the limit, also for the correct password
   */
  attemptCurrentPassword(userId: number, check: () => Promise<boolean>): Promise<boolean> {
    return this.limitFailures([['current-passwords', String(userId)]], check);
  }

  /**
   * Limits attempts at the password of a private gallery: by gallery and address, and for unknown addresses by gallery.
   *
   * @throws AppError gallery.too-many beyond the limit, also for the correct password
   */
  async attemptGalleryPassword(galleryId: number, address: string, check: () => Promise<boolean>): Promise<boolean> {
    const gallery = String(galleryId);
    const isKnown = await this.limits.isRemembered('gallery', gallery, address);
    const counters: Counter[] = [['gallery-passwords-from-address', gallery, address]];
    if (!isKnown) counters.push(['gallery-passwords', gallery]);
    const isCorrect = await this.limitFailures(counters, check);
    if (isCorrect) await this.limits.remember('gallery', gallery, address);
    return isCorrect;
  }

  /** Runs the check, and refunds the counters if the password is correct: only failures count. */
  private async limitFailures(counters: Counter[], check: () => Promise<boolean>): Promise<boolean> {
    const isCorrect = await this.limits.limited(counters, check);
    if (isCorrect) await this.limits.refund(counters);
    return isCorrect;
  }
}
