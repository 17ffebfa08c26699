import type { BatchResponse } from '@portfolio/contracts';

/**
 * What a request about several things came to, in words.
 *
 * @param count of those that were there
 * @param thing one of them, such as `photo`
 * @param done what became of them, such as `deleted`
 */
export const batchResponse = (count: number, thing: string, done: string): BatchResponse => ({
  count,
  message: `${count} ${thing}${count === 1 ? '' : 's'} ${done}`,
});
