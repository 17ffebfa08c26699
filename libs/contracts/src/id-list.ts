import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsInt, Max, Min } from 'class-validator';
import { LIMITS, MAX_ID } from './limits.ts';

/**
 * Ids of things of one kind that one request is about, none of them twice.
 *
 * @param messages `none` where nothing is selected, `bad` where an entry is no id, or is there twice
 */
export function IsIdList({ none, bad }: { none: string; bad: string }): PropertyDecorator {
  const rules = [
    IsArray({ message: none }),
    ArrayMinSize(1, { message: none }),
    ArrayMaxSize(LIMITS.batch, { message: `At most ${LIMITS.batch} can be selected at once` }),
    ArrayUnique({ message: bad }),
    IsInt({ each: true, message: bad }),
    Min(1, { each: true, message: bad }),
    Max(MAX_ID, { each: true, message: bad }),
  ];
  return (target, property) => rules.forEach((rule) => rule(target, property as string));
}
