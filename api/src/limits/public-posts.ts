import { Injectable } from '@nestjs/common';
import { LIMITS, type PublicForm } from '@portfolio/contracts';
import { AppError } from '../http/app-error.ts';
import { LimitsService } from './limits.service.ts';

@Injectable()
export class PublicPosts {
  constructor(private readonly limits: LimitsService) {}

  /**
   * Stores a form within the rate limit of its kind; refunds when `store` throws.
   *
   * @param form already validated
   * @param address from ClientAddress
   * @throws AppError request.spam for a form filled in by a program, request.too-many beyond the limit
   */
  async take<T>(
    kind: 'comments' | 'messages',
    { form, address }: { form: PublicForm; address: string },
    store: () => Promise<T>,
  ): Promise<T> {
    if (isSpam(form)) throw new AppError('request.spam');
    return this.limits.limited([[kind, address]], store);
  }
}

/** API clients may leave both fields out. */
const isSpam = ({ website, fill_time }: PublicForm): boolean =>
  Boolean(website) || (typeof fill_time === 'number' && fill_time < LIMITS.fillTime);
