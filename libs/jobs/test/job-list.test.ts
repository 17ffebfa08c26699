import { expect, it } from '@jest/globals';
import { jobOptions } from '../src/job-list.ts';

it('waits a second before the second attempt, unless told, and then twice as long each time', () => {
  const waits = { type: 'exponential', jitter: 0.3 };
  expect(jobOptions('photo.render', { photoId: 1 })).toMatchObject({
    attempts: 5,
    backoff: { ...waits, delay: 1_000 },
  });
  expect(jobOptions('message.mail', { messageId: 1 })).toMatchObject({
    attempts: 11,
    backoff: { ...waits, delay: 10_000 },
  });
});

it('keeps a failure for a week, unless there are a thousand later ones', () => {
  expect(jobOptions('photo.render', { photoId: 1 }).removeOnFail).toEqual({ age: 7 * 24 * 3600, count: 1_000 });
});
