import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { startOwnTestApi } from '../start-test-api.ts';

it('a request that has begun is answered before the api ends', async () => {
  const api = await startOwnTestApi();
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

it('a connection that was opened ahead of use does not hold up the end', async () => {
  const api = await startOwnTestApi();
  const { hostname, port } = new URL(api.url);
  const unused = connect(Number(port), hostname);
  await once(unused, 'connect');
  const closed = once(unused, 'close');

  await api.stop();

  await closed;
  // The limit is less than what requests in flight are waited for.
}, 10_000);

it('a stream of events ends as soon as the api is told to stop, and nobody gets another', async () => {
  const api = await startOwnTestApi();
  const { email, password } = DEMO_ACCOUNT;
  const { token } = (await api.visitor.post('/api/auth/login').send({ email, password })).body as { token: string };
  const authorization = `Bearer ${token}`;
  const stream = await fetch(`${api.url}/api/admin/events`, { headers: { authorization } });

  const since = Date.now();
  const stopped = api.stop({ drainFor: 1_500 });
  // To its end, which is one and no break.
  expect(await stream.text()).toContain(': keep-alive');
  expect(Date.now() - since).toBeLessThan(1_000);
  const again = await fetch(`${api.url}/api/admin/events`, { headers: { authorization, connection: 'keep-alive' } });
  expect([again.status, again.headers.get('connection')]).toEqual([503, 'close']);
  expect((await fetch(`${api.url}/api/photos`)).status).toBe(200);
  await stopped;
});
