import { Injectable } from '@nestjs/common';
import { LIMITS, type PublicForm } from '@portfolio/contracts';
import { AppError } from '../http/app-error.ts';
import { LimitsService } from './limits.service.ts';

/** Takes in what anybody may send by a form. */
@Injectable()
export class PublicPosts {
  constructor(private readonly limits: LimitsService) {}

  /**
   * Stores what a person has sent, within the limit of its kind.
   *
   * @param form valid already: what is not accepted anyhow must not count
   * @param address as ClientAddress gives it
   * @param store keeps it; what it throws is thrown on, and then nothing has been counted
   * @throws AppError request.spam for a form filled in by a program, request.too-many beyond the limit
   */
  async take<T>(
    kind: 'comments' | 'messages',
    { form, address }: { form: PublicForm; address: string },
    store: () => Promise<T>,
  ): Promise<T> {
    if (isSpam(form)) throw new AppError('request.spam');
    await this.limits.consume(kind, address);
    try {
      return await store();
    } catch (error) {
      await this.limits.refund(kind, address);
      throw error;
    }
  }
}

/** Both signs may be missing: a client that knows only the published fields is no spammer. */
const isSpam = ({ website, fill_time }: PublicForm): boolean =>
  Boolean(website) || (typeof fill_time === 'number' && fill_time < LIMITS.fillTime);
