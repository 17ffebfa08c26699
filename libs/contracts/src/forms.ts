import { IsInt, IsOptional, Min } from 'class-validator';
import { IsText } from './text.ts';

/** What a form that anybody may send says beside its fields, to tell people from programs. Both may be left out. */
export abstract class PublicForm {
  /**
   * The honeypot: a field that people do not see and programs fill in.
   *
   * @example ""
   */
  @IsOptional()
  @IsText('website must be text')
  website?: string;

  /**
   * Milliseconds between the form's appearing and its being sent.
   *
   * @example 5400
   */
  @IsOptional()
  @Min(0, { message: 'fill_time must be 0 or more' })
  @IsInt({ message: 'fill_time must be a whole number' })
  fill_time?: number;
}
