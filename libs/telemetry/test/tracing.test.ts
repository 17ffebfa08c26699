import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { createPino, newRequestId } from '@portfolio/lifecycle';
import fastify from 'fastify';
import { currentTrail, followRequests, requestIds, startTracing, traced } from '../src/index.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
}

/** Takes spans as a collector does, by OTLP over HTTP in JSON. */
async function startCollector() {
  const spans: Span[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data) => (body += data));
    request.on('end', () => {
      for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { spans, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('finds a request, the job that it asked for and the steps of that job in one trace', async () => {
  const collector = await startCollector();
  const stop = await startTracing('test', collector.url);
  const server = fastify({ ...requestIds });
  followRequests(server, { logger: createPino('silent') });
  let asked: ReturnType<typeof currentTrail> = { requestId: undefined, traceparent: undefined };
  server.post('/photos/:id', async () => {
    asked = currentTrail();
    return {};
  });
  const requestId = newRequestId();
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const payload = { title: 'a body, so that the request is read in events' };
  await server.inject({
    method: 'POST',
    url: '/photos/3?secret=1',
    payload,
    headers: { 'x-request-id': requestId, traceparent },
  });
  expect(asked.requestId).toBe(requestId);

  // What a worker does with the trail, in another process.
  await traced('job photo.render', () => traced('render decode', async () => undefined), {
    kind: 'consumer',
    parent: asked.traceparent,
  });
  await stop();
  await server.close();
  collector.server.close();

  const [request, job, step] = ['POST /photos/:id', 'job photo.render', 'render decode'].map((name) =>
    collector.spans.find((span) => span.name === name)!,
  );
  expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set(['0af7651916cd43dd8448eb211c80319c']));
  expect(request?.parentSpanId).toBe('b7ad6b7169203331');
  expect(job?.parentSpanId).toBe(request?.spanId);
  expect(step?.parentSpanId).toBe(job?.spanId);
  expect(JSON.stringify(collector.spans)).not.toContain('secret');
});

it('does nothing at all without an endpoint', async () => {
  const stop = await startTracing('test', undefined);
  expect(await traced('a step', async () => currentTrail().traceparent)).toBeUndefined();
  await stop();
});
