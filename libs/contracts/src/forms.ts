import { IsInt, IsOptional, Min } from 'class-validator';
import { IsText } from './validation.ts';

/** Optional anti-spam fields of a public form. */
export abstract class PublicForm {
  /** Honeypot: an invisible field that must stay empty. @example "" */
  @IsOptional()
  @IsText('website must be text')
  website?: string;

  /** Milliseconds from display to submission of the form. @example 5400 */
  @IsOptional()
  @Min(0, { message: 'fill_time must be 0 or more' })
  @IsInt({ message: 'fill_time must be a whole number' })
  fill_time?: number;
}
