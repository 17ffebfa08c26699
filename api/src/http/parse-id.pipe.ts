import type { PipeTransform } from '@nestjs/common';
import { MAX_ID, type ErrorCode } from '@portfolio/contracts';
import { AppError } from './app-error.ts';

/** Parses a row id of the path. @throws AppError `notFound` for an invalid one */
export class ParseIdPipe implements PipeTransform<string, number> {
  constructor(readonly notFound: ErrorCode) {}

  transform(value: string): number {
    const id = /^\d{1,10}$/.test(value) ? Number(value) : 0;
    if (id < 1 || id > MAX_ID) throw new AppError(this.notFound);
    return id;
  }
}
