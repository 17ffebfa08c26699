import { expect, it } from '@jest/globals';
import { failureMessage } from './failed-job.view.ts';

it('a missing bucket is not reported as a missing file', () => {
  const reason = 'The bucket photos cannot be used: NoSuchBucket (404): The specified bucket does not exist.';

  expect(failureMessage(reason)).toBe('The bucket of the storage does not exist.');
});

it.each([
  'Nothing was imported. The storage is full. Free some space on the server, then try again.',
  'The import is incomplete. Retry it on the Queue page.',
  'The original file is missing, so the picture could not be processed.',
  'The file is damaged: the picture could not be read to its end.',
  'The picture has more than 100 megapixels.',
  'The picture could not be processed in 3 attempts.',
])('a reason that names the cause is shown: %s', (reason) => {
  expect(failureMessage(reason)).toBe(reason);
});

it('a decode over its time limit is not reported as an outage', () => {
  expect(failureMessage('timeout: 42% complete')).toBe('The picture took too long. The server may be busy.');
});
