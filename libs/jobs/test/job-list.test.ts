import { expect, it } from '@jest/globals';
import { deduplicationPrefixOf, jobOptions } from '../src/job-list.ts';

it('waits a second before the second attempt by default, and doubles each further wait', () => {
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

it('retains failed jobs for a week, at most a thousand', () => {
  expect(jobOptions('photo.render', { photoId: 1 }).removeOnFail).toEqual({ age: 7 * 24 * 3600, count: 1_000 });
});

it('deduplicates a refresh by its version, so that a newer one is added while another runs', () => {
  const keyOf = (version: string) => [
    jobOptions('photo.refresh', { photoId: 1, version }).deduplication?.id,
    jobOptions('background.refresh', { backgroundId: 1, version }).deduplication?.id,
  ];
  expect(new Set([...keyOf('ab'), ...keyOf('ab'), ...keyOf('cd')]).size).toBe(4);
});

it.each(['ab', '0.5-0.3'])(
  'finds the jobs of one refresh by the prefix of their ids, also of the version %s',
  (version) => {
    const { jobId, deduplication } = jobOptions('photo.refresh', { photoId: 1, version });

    expect(deduplicationPrefixOf(jobId!)).toBe(`${deduplication!.id}.`);
    expect(deduplicationPrefixOf('repeat:housekeeping:1700000000000')).toBe('');
  },
);
