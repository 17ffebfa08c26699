import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { QueueUnavailableError } from '@portfolio/jobs';
import { Readiness } from '@portfolio/lifecycle';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { STORAGE, type Storage } from '@portfolio/storage';
import { aJpeg } from '@portfolio/testing';
import { Operations } from '../../src/health/operations.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let metricsUrl: string;
beforeAll(async () => {
  api = await startTestApi({ METRICS_PORT: 0 });
  metricsUrl = api.app.get(Operations).url!;
});
afterAll(() => api.stop());

const metrics = async () => (await fetch(`${metricsUrl}/metrics`)).text();
const sample = (text: string, start: string) => text.split('\n').find((line) => line.startsWith(start));

describe('operations', () => {
  it('reports that the process is live', async () => {
    const { body } = await api.visitor.get('/api/health/live').expect(200);
    expect(body).toEqual({ status: 'live' });
    expect((await fetch(`${metricsUrl}/health/live`)).status).toBe(200);
  });

  it('reports a site without a worker as ready', async () => {
    const { body, headers } = await api.visitor.get('/api/health/ready').expect(200);
    expect(body).toEqual({
      status: 'ready',
      parts: { database: 'up', queue: 'up', worker: 'down', storage: 'up' },
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(await (await fetch(`${metricsUrl}/health/ready`)).json()).toEqual(body);
  });

  it('reports missing parts with 503', async () => {
    const check = jest.spyOn(api.app.get<Storage>(STORAGE), 'check').mockRejectedValue(new Error('no space left'));

    // The parts are checked once a second.
    const response = await eventually(
      () => api.visitor.get('/api/health/ready'),
      ({ status }) => status === 503,
      { timeoutMs: 10_000 },
    );

    expect(response.body).toMatchObject({ status: 'unavailable', parts: { storage: 'down', database: 'up' } });
    check.mockRestore();
  });

  it('logs the messages of a fault and of its cause', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const cause = new AggregateError([new Error('connect ECONNREFUSED ::1:6379')]);
    const fault = new QueueUnavailableError('The queue does not answer', { cause });
    const check = jest.spyOn(api.jobs, 'check').mockRejectedValue(fault);

    // The parts are checked once a second.
    const lines = await eventually(
      async () => {
        await api.visitor.get('/api/health/ready');
        return warn.mock.calls.flat();
      },
      ({ length }) => length > 0,
      { timeoutMs: 10_000 },
    );

    expect(lines).toContain('queue: The queue does not answer (connect ECONNREFUSED ::1:6379)');
    expect(lines).toContain('worker: No worker is running');
    check.mockRestore();
    warn.mockRestore();
  });

  it('logs a refused connection to the queue with its address', () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const { onError } = api.jobs as unknown as { onError: (error: Error) => void };

    onError(new AggregateError([new Error('connect ECONNREFUSED ::1:6379')]));

    expect(warn).toHaveBeenCalledWith('connect ECONNREFUSED ::1:6379');
    warn.mockRestore();
  });

  it('counts requests by route, never by address', async () => {
    await api.visitor.get('/api/photos/123456?secret=1').expect(404);
    await api.visitor.get('/api/nowhere/at-all').expect(404);
    const text = await metrics();
    expect(sample(text, 'portfolio_http_request_duration_seconds_count{method="GET",route="/api/photos/:id"')).toMatch(
      /status="404"} 1$/,
    );
    expect(text).not.toMatch(/123456|secret|at-all/);
  });

  it('has metrics of pool, queue and dependencies', async () => {
    await api.jobs.add('photo.render', { photoId: 1 });
    const text = await metrics();
    expect(sample(text, 'portfolio_queue_jobs{state="waiting"}')).toMatch(/ 1$/);
    expect(Number(sample(text, 'portfolio_queue_oldest_waiting_seconds ')?.split(' ')[1])).toBeGreaterThan(0);
    expect(sample(text, 'portfolio_database_pool{state="idle"}')).toBeDefined();
    expect(sample(text, 'portfolio_dependency_up{dependency="worker"}')).toMatch(/ 0$/);
    expect(sample(text, 'portfolio_dependency_up{dependency="database"}')).toMatch(/ 1$/);
    expect(sample(text, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined();
    expect(sample(text, 'process_resident_memory_bytes')).toBeDefined();
  });

  it('metrics have a port of their own', async () => {
    await api.visitor.get('/metrics').expect(404);
    expect((await fetch(`${metricsUrl}/api/photos`)).status).toBe(404);
    expect((await fetch(`${metricsUrl}/metrics`, { method: 'POST' })).status).toBe(404);
  });
});

describe('a request id', () => {
  it('is returned, or created when invalid', async () => {
    const { headers } = await api.visitor.get('/api/photos').set('x-request-id', 'abc-DEF_123.4').expect(200);
    expect(headers['x-request-id']).toBe('abc-DEF_123.4');

    for (const bad of ['short', 'a'.repeat(65), 'with space', '<script>alert(1)', 'a,b,c,d,e,f,g']) {
      const response = await api.visitor.get('/api/photos/1').set('x-request-id', bad).expect(404);
      expect(response.headers['x-request-id']).toMatch(/^[\w.-]{8,64}$/);
      expect(response.headers['x-request-id']).not.toBe(bad);
    }
  });

  it('is passed to the jobs of a change, and of an upload', async () => {
    const requestIds: (string | undefined)[] = [];
    const { traceContext } = api.jobs as unknown as { traceContext: () => { requestId?: string } };
    Object.assign(api.jobs, { traceContext: () => (requestIds.push(traceContext().requestId), traceContext()) });
    const admin = await api.signIn();
    await admin
      .put('/api/admin/settings/website')
      .set('x-request-id', 'saving-rights-1')
      .send({ settings: { copyright_line: '© Elin Marsh' } })
      .expect(200);
    await admin
      .post('/api/photos/upload')
      .set('x-request-id', 'upload-of-a-photo')
      .field('title', 'Harbour')
      .attach('image', await aJpeg({ megapixels: 2 }), 'a.jpg')
      .expect(201);
    expect(requestIds).toEqual(expect.arrayContaining(['saving-rights-1', 'upload-of-a-photo']));
    expect(requestIds).not.toContain(undefined);
  });
});

it('readiness is 503 during shutdown', async () => {
  api.app.get(Readiness).isDraining = true;
  const { body } = await api.visitor.get('/api/health/ready').expect(503);
  expect(body.status).toBe('draining');
  await api.visitor.get('/api/health/live').expect(200);
});
