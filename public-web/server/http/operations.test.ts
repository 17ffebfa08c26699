import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Readiness } from '@portfolio/lifecycle';
import { isFullLevel } from '@portfolio/testing/level';
import { once } from 'node:events';
import { connect } from 'node:net';
import { readEnv } from '../env.ts';
import { Operations } from './operations.ts';
import { startTestSite } from '../../test/start-test-site.ts';

const readiness = new Readiness();
let operations: Operations;
let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  operations = new Operations(readEnv({ METRICS_PORT: '0', API_URL: 'http://127.0.0.1:1' }), readiness);
  await operations.start();
  site = await startTestSite({}, undefined, { metrics: operations.metrics, readiness });
});
afterAll(async () => {
  await site.stop();
  await operations.stop();
});

const metrics = async () => (await fetch(`${operations.url}/metrics`)).text();

it('counts pages by route pattern and by cache outcome', async () => {
  await (await site.get('/galleries')).text();
  await (await site.get('/galleries')).text();
  await (await site.get('/photo/987654321?secret=1')).text();
  await (await site.get('/nowhere-at-all')).text();
  const text = await metrics();
  expect(text).toMatch(/duration_seconds_count{method="GET",route="\/galleries",status="200"} 2/);
  expect(text).toMatch(/route="\/photo\/:id",status="404"/);
  expect(text).toMatch(/route="\*",status="404"/);
  // Stale after a second, on a busy machine.
  expect(text).toMatch(/portfolio_page_cache_total{outcome="(hit|stale)"} 1/);
  expect(text).toMatch(/portfolio_page_cache_total{outcome="miss"} 3/);
  expect(text).not.toMatch(/987654321|secret|nowhere/);
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

  readiness.drain();
  expect((await fetch(`${operations.url}/health/ready`)).status).toBe(503);
  expect((await site.get('/health/ready')).status).toBe(503);
  expect((await site.get('/health')).status).toBe(200);
});
