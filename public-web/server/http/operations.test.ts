import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Readiness } from '@portfolio/lifecycle';
import { isFullLevel } from '@portfolio/testing/level';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { BuiltSite } from '../built-site.ts';
import { renderFailure } from '../../src/entry-server.tsx';
import { readEnv } from '../env.ts';
import { startOperations } from './operations.ts';
import { startTestSite } from '../../test/start-test-site.ts';

const readiness = new Readiness();
let operations: Awaited<ReturnType<typeof startOperations>>;
let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  operations = await startOperations(readEnv({ METRICS_PORT: '0', API_URL: 'http://127.0.0.1:1' }), readiness);
  site = await startTestSite({}, undefined, { metrics: operations.metrics, readiness });
});
afterAll(async () => {
  await site.stop();
  await operations.stop();
});

const metrics = async () => (await fetch(`${operations.url}/metrics`)).text();

it('counts pages by route pattern and by cache outcome', async () => {
  // A page is fresh for a second, which a busy machine may need for a request.
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  await (await site.get('/galleries')).text();
  await (await site.get('/galleries')).text();
  clock.mockRestore();
  await (await site.get('/photo/987654321?secret=1')).text();
  await (await site.get('/nowhere-at-all')).text();
  const text = await metrics();
  expect(text).toMatch(/duration_seconds_count{method="GET",route="\/galleries",status="200"} 2/);
  expect(text).toMatch(/route="\/photo\/:id",status="404"/);
  expect(text).toMatch(/route="\*",status="404"/);
  expect(text).toMatch(/portfolio_page_cache_total{outcome="hit"} 1/);
  expect(text).toMatch(/portfolio_page_cache_total{outcome="miss"} 3/);
  expect(text).not.toMatch(/987654321|secret|nowhere/);
});

it('counts pages that lack their data as failures of the API, but no faults of rendering', async () => {
  let status = 500;
  const render: BuiltSite['render'] = ({ assets }) => renderFailure(status, assets);
  const env = { PAGE_CACHE: 'false' };
  const failing = await startTestSite(env, undefined, { metrics: operations.metrics }, { render });
  const failures = async () => Number(/upstream_failures_total{upstream="api"} (\d+)/.exec(await metrics())?.[1] ?? 0);
  const before = await failures();
  const counts: number[] = [];
  for (status of [500, 503]) {
    await (await failing.get('/')).text();
    counts.push((await failures()) - before);
  }
  await failing.stop();

  expect(counts).toEqual([0, 1]);
});

it('closes its request to an API that does not respond', async () => {
  const api = createServer().listen(0, '127.0.0.1');
  await once(api, 'listening');
  const { port } = api.address() as AddressInfo;
  const check = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(check.signal);
  const env = readEnv({ METRICS_PORT: '0', API_URL: `http://127.0.0.1:${port}` });
  const waiting = await startOperations(env, new Readiness());
  try {
    const responded = fetch(`${waiting.url}/health/ready`);
    const [{ socket }] = (await once(api, 'request')) as [IncomingMessage];
    expect(timeout).toHaveBeenCalledWith(3_000);
    check.abort();
    await once(socket, 'close');
    expect(await (await responded).json()).toMatchObject({ parts: { api: 'down' } });
  } finally {
    timeout.mockRestore();
    await waiting.stop();
    api.close();
    api.closeAllConnections();
  }
});

it('forwards valid request ids, replaces invalid ones, and sends none with pages', async () => {
  const forwarded = await site.get('/api/anything', { 'x-request-id': 'from-the-browser' });
  expect(forwarded.headers.get('x-request-id')).toBe('from-the-browser');
  const created = await site.get('/api/anything', { 'x-request-id': 'bad id' });
  expect(created.headers.get('x-request-id')).toMatch(/^[\w.-]{8,64}$/);

  const page = await site.get('/about', { 'x-request-id': 'from-the-browser' });
  expect(page.headers.get('x-request-id')).toBeNull();
});

if (isFullLevel) {
  it('closes a connection whose request is incomplete after five seconds', async () => {
    const { hostname, port } = new URL(operations.url!);
    const socket = connect(Number(port), hostname, () => socket.write('GET /metrics HTTP/1.1\r\n'));
    const start = performance.now();

    await once(socket.resume(), 'close');

    expect(performance.now() - start).toBeLessThan(8_000);
  }, 40_000);
}

it('is ready without the API, and not ready while it drains', async () => {
  const ready = await fetch(`${operations.url}/health/ready`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: 'ready', parts: { api: 'down' } });
  expect((await site.get('/health/ready')).status).toBe(200);

  readiness.isDraining = true;
  expect((await fetch(`${operations.url}/health/ready`)).status).toBe(503);
  expect((await site.get('/health/ready')).status).toBe(503);
  expect((await site.get('/health')).status).toBe(200);
});
