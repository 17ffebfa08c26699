import type { BatchResponse } from '@portfolio/contracts';

/**
 * Response to a bulk request, such as "3 photos deleted".
 *
 * @param thing singular noun
 * @param done past participle
 */
export const batchResponse = (count: number, thing: string, done: string): BatchResponse => ({
  count,
  message: `${count} ${thing}${count === 1 ? '' : 's'} ${done}`,
});
