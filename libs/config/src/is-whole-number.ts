import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** Reads the variable as a number, and takes only a whole one from `min` to `max`. */
export function IsWholeNumber({ min, max, message }: { min: number; max: number; message: string }): PropertyDecorator {
  const rules = [Type(() => Number), IsInt({ message }), Min(min, { message }), Max(max, { message })];
  return (target, property) => rules.forEach((rule) => rule(target, property));
}
