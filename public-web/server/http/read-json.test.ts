import type { ApiError } from '@portfolio/api-client';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal, startFakeApi } from '../../test/fake-api.ts';
import { ServerApi } from '../../src/app/data/server-api.ts';
import { readJson } from './read-json.ts';

const TIMEOUT_MS = 300;

let api: Awaited<ReturnType<typeof startFakeApi>>;
let client: ServerApi;
beforeEach(async () => {
  api = await startFakeApi({});
  client = new ServerApi({ origin: api.origin, headers: { traceparent: '00-1-2-01' } }, TIMEOUT_MS, readJson);
});
afterEach(() => api.stop());

const failureOf = (path: string) => client.get(path).catch((error: unknown) => error as ApiError);

it('reads JSON, and passes on the headers of the page request', async () => {
  api.responses['/api/news'] = ({ headers }) => ({ text: 'Öl', trace: headers['traceparent'], accept: headers.accept });

  expect(await client.get('/news')).toEqual({ text: 'Öl', trace: '00-1-2-01', accept: 'application/json' });
});

it('turns an error of the API into its code, message and retry delay', async () => {
  api.responses['/api/news'] = () => {
    throw new Refusal(429, 'request.too-many', 'Too many requests', { headers: { 'retry-after': '7' } });
  };

  expect(await failureOf('/news')).toMatchObject({
    name: 'ApiError',
    status: 429,
    code: 'request.too-many',
    message: 'Too many requests',
    retryAfter: 7,
  });
});

it.each([
  ['takes too long', () => wait(2_000, undefined, { ref: false })],
  ['is cut off', (_request: IncomingMessage, response: ServerResponse) => cutOff(response)],
  ['is no JSON', (_request: IncomingMessage, response: ServerResponse) => void response.end('<html>')],
])('counts a response that %s as none', async (_, handler) => {
  api.responses['/api/news'] = handler;

  expect(await failureOf('/news')).toMatchObject({ name: 'ApiError', status: 0 });
});

it('counts an API that does not run as no response', async () => {
  await api.stop();

  expect(await failureOf('/news')).toMatchObject({ name: 'ApiError', status: 0 });
});

async function cutOff(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-length': 100 }).write('{"news":');
  await wait(20);
  response.destroy();
}
