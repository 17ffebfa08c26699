import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import { startOwnTestApi } from '../start-test-api.ts';

it('shutdown finishes requests in flight', async () => {
  const api = await startOwnTestApi();
  const { email, password } = DEMO_ACCOUNT;
  const body = JSON.stringify({ email, password });
  const slow = request(`${api.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  const responded = once(slow, 'response');
  const server = api.app.getHttpServer();
  const received = once(server, 'request');
  slow.write(body.slice(0, 10));
  await received;

  const stopped = api.stop();
  await waitUntil(() => !server.listening);
  slow.end(body.slice(10));

  const [response] = await responded;
  response.resume();
  expect(response.statusCode).toBe(200);
  await stopped;
});

const hasIPv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));

it('shutdown closes idle connections', () => expectClosed('127.0.0.1'), 10_000);
(hasIPv6 ? it : it.skip)('shutdown closes idle connections to ::1', () => expectClosed('::1'), 10_000);

/** Expects the end of an idle connection to an address of localhost, within less than the shutdown timeout. */
async function expectClosed(address: string) {
  const api = await startOwnTestApi({ HOST: 'localhost' });
  const accepted = once(api.app.getHttpServer(), 'connection');
  const unused = connect(Number(new URL(api.url).port), address);
  await accepted;
  const closed = once(unused, 'close');

  await api.stop();

  await closed;
}

it('shutdown ends event streams at once and rejects new ones', async () => {
  const api = await startOwnTestApi();
  const { email, password } = DEMO_ACCOUNT;
  const { token } = (await api.visitor.post('/api/auth/login').send({ email, password })).body as { token: string };
  const authorization = `Bearer ${token}`;
  const stream = await fetch(`${api.url}/api/admin/events`, { headers: { authorization } });

  const stopped = api.stop({ drainFor: 1_500 });
  // A regular end, no reset.
  expect(await stream.text()).toContain(': keep-alive');
  // Still draining.
  expect(api.app.getHttpServer().listening).toBe(true);
  const again = await fetch(`${api.url}/api/admin/events`, { headers: { authorization, connection: 'keep-alive' } });
  expect([again.status, again.headers.get('connection')]).toEqual([503, 'close']);
  expect((await fetch(`${api.url}/api/photos`)).status).toBe(200);
  await stopped;
});
