import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { startTestApi } from './start-test-api.ts';

it('a request that has begun is answered before the api ends', async () => {
  const api = await startTestApi();
  const { email, password } = DEMO_ACCOUNT;
  const body = JSON.stringify({ email, password });
  const slow = request(`${api.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  const answer = once(slow, 'response');
  slow.write(body.slice(0, 10));
  await wait(200);

  const stopped = api.stop();
  await wait(200);
  slow.end(body.slice(10));

  const [response] = await answer;
  response.resume();
  expect(response.statusCode).toBe(200);
  await stopped;
});
