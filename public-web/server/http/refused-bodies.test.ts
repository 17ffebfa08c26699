import { expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Refusal } from '../../test/fake-api.ts';
import { startTestSite } from '../../test/start-test-site.ts';

const BYTES = 4 * 1024 * 1024;

it('an upload that the API refuses without reading it gets the response, and is read to its end', async () => {
  const site = await startTestSite();
  site.api.responses['/api/photos/upload'] = async (request) => {
    await once(request, 'readable');
    throw new Refusal(401, 'auth.required', 'Sign in');
  };
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': BYTES };
  const request = httpRequest(`${site.origin}/api/photos/upload`, { method: 'POST', headers });
  const responses = once(request, 'response') as Promise<[IncomingMessage]>;

  request.end(randomBytes(BYTES));
  // A closed connection fails it with EPIPE.
  await once(request, 'finish');
  const [response] = await responses;

  expect(response.statusCode).toBe(401);
  await once(response.resume(), 'end');
  await site.stop();
});
