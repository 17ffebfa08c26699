import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError } from '../http/app-error.ts';

/** Reads the id of a job from the path: a number, or a name and a time for what comes round by itself. */
@Injectable()
export class ParseJobIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!/^[\w:.-]{1,200}$/.test(value)) throw new AppError('job.not-found');
    return value;
  }
}
