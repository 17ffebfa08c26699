import { expect, it } from '@jest/globals';
import { CALLS } from './calls.ts';

it('no change repeats that of the round before', () => {
  const changes = CALLS.filter(({ method }) => method === 'PUT').map(({ body }) => body!);

  expect(changes.length).toBeGreaterThan(0);
  for (const body of changes) expect(body(1)).not.toEqual(body(0));
  for (const body of changes) expect(body(2)).not.toEqual(body(1));
});
