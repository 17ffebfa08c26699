import { expect, it } from '@jest/globals';
import { unavailable } from '../src/s3-faults.ts';

it('an outage at all addresses of a host has the code and the message of the first', () => {
  const refused = new AggregateError([new Error('connect ECONNREFUSED ::1:9000')]);

  expect(unavailable('photos', Object.assign(refused, { code: 'ECONNREFUSED' })).message).toBe(
    'The bucket photos cannot be used: ECONNREFUSED: connect ECONNREFUSED ::1:9000',
  );
});
