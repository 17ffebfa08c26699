import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { createPino, requestIdFrom } from '@portfolio/lifecycle';
import fastify from 'fastify';
import { currentTraceContext, registerRequestLogging, requestIdOptions, startTracing, traced } from '../src/index.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string }[];
}

/** A collector for OTLP over HTTP in JSON. */
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

it('records a request, its job and the steps of the job in one trace', async () => {
  const collector = await startCollector();
  const stop = await startTracing('test', collector.url);
  const server = fastify({ ...requestIdOptions });
  registerRequestLogging(server, { logger: createPino('silent') });
  let jobContext: ReturnType<typeof currentTraceContext> = { requestId: undefined, traceparent: undefined };
  server.post('/photos/:id', async () => {
    jobContext = currentTraceContext();
    return {};
  });
  const requestId = requestIdFrom(undefined);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const payload = { title: 'a body, which arrives in events of the connection' };
  await server.inject({
    method: 'POST',
    url: '/photos/3?secret=1',
    payload,
    headers: { 'x-request-id': requestId, traceparent },
  });
  expect(jobContext.requestId).toBe(requestId);

  // In production, the worker is another process.
  await traced('job photo.render', () => traced('render decode', async () => undefined), {
    kind: 'consumer',
    parent: jobContext.traceparent,
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

it('leaves the status out of the span of an aborted request, except for event streams', async () => {
  const collector = await startCollector();
  const stop = await startTracing('test', collector.url);
  const server = fastify({ ...requestIdOptions });
  registerRequestLogging(server, { logger: createPino('silent') });
  server.get('/aborted', (_request, reply) => void reply.hijack().raw.destroy());
  server.get('/stream', (_request, reply) => void reply.type('text/event-stream').hijack().raw.destroy());
  const url = await server.listen({ port: 0, host: '127.0.0.1' });

  for (const path of ['/aborted', '/stream']) await expect(fetch(url + path)).rejects.toThrow();

  await server.close();
  await stop();
  collector.server.close();
  const hasStatus = collector.spans.map(({ name, attributes }) => [
    name,
    attributes.some(({ key }) => key === 'http.response.status_code'),
  ]);
  expect(Object.fromEntries(hasStatus)).toEqual({ 'GET /aborted': false, 'GET /stream': true });
});

it('is disabled without an endpoint', async () => {
  const stop = await startTracing('test', undefined);
  expect(await traced('a step', async () => currentTraceContext().traceparent)).toBeUndefined();
  await stop();
});
