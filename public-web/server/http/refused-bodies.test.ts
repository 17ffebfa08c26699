import { expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../test/fake-api.ts';
import { startTestSite } from '../../test/start-test-site.ts';

const BYTES = 4 * 1024 * 1024;
const TYPE = { 'content-type': 'multipart/form-data; boundary=x' };

it('an upload that the API refuses without reading it gets the response, and is read to its end', async () => {
  const site = await startTestSite();
  site.api.responses['/api/photos/upload'] = async (request) => {
    await once(request, 'readable');
    throw new Refusal(401, 'auth.required', 'Sign in');
  };
  const headers = { ...TYPE, 'content-length': BYTES };
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

it('an upload whose client hangs up while it waits for its turn harms nobody', async () => {
  const site = await startTestSite({}, { slots: { total: 1, perClient: 1, waiting: 8 } });
  let respond = () => {};
  site.api.responses['/api/slow'] = () => new Promise((resolve) => (respond = () => resolve({})));
  site.api.responses['/api/quick'] = () => ({});
  const slow = site.get('/api/slow');
  while (site.api.requests.length === 0) await wait(5);

  const upload = httpRequest(`${site.origin}/api/photos/upload`, { method: 'POST', headers: TYPE });
  upload.on('error', () => undefined).write('start');
  await wait(100);
  upload.destroy();
  await wait(100);
  respond();

  expect((await slow).status).toBe(200);
  expect((await site.get('/api/quick')).status).toBe(200);
  expect(site.api.requests.map(({ url }) => url)).toEqual(['/api/slow', '/api/quick']);
  await site.stop();
});
