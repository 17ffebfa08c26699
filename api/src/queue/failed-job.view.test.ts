import { expect, it } from '@jest/globals';
import { failureMessage } from './failed-job.view.ts';

it('a missing bucket is not reported as a missing file', () => {
  const reason = 'The bucket photos cannot be used: NoSuchBucket (404): The specified bucket does not exist.';

  expect(failureMessage(reason)).toBe('The bucket of the storage does not exist.');
});

it.each([
  'Nothing was imported. The storage is full. Free some space on the server, then try again.',
  'The import is incomplete. Retry it on the Queue page.',
])('the reason of a failed import is shown: %s', (reason) => {
  expect(failureMessage(reason)).toBe(reason);
});
