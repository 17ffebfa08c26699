import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from '@portfolio/lifecycle';
import { tracingHeaders } from '@portfolio/telemetry';
import type { Env } from '../env.ts';
import type { MediaCache } from '../cache/media-cache.ts';
import type { BodyReader } from './body-reader.ts';
import { viewOf } from './failures.ts';
import { bufferBodies, refuse } from './refused-bodies.ts';
import type { UpstreamSlots } from './upstream-slots.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends proxied event streams, which never end by themselves. Clients reconnect at once. */
    endStreams(): void;
  }
}

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Routes by which the administrator changes pages. Visitors' requests must not clear the page cache. */
const CHANGING =
  /^\/api\/(photos|galleries(?!\/[^/]+\/unlock)|news|comments\/(\d+|batch)|admin\/(settings|trash))(\/|$)/;

/** Internal routes of the API, which only this server calls. */
const INTERNAL = new Set(['/media/mark', '/media/shown']);

/** Milliseconds to wait for response headers after the last bytes of the request. */
const TIMEOUT_MS = 60_000;

/** Errors after which the API may have processed the request. */
const LOST_RESPONSE = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT']);

/** Headers removed from clients' requests. */
const STRIPPED_HEADERS = {
  // Hop-by-hop: undici rejects them, such as `Expect: 100-continue`, which this server has handled.
  expect: undefined,
  'keep-alive': undefined,
  'proxy-authorization': undefined,
  'proxy-connection': undefined,
  te: undefined,
  trailer: undefined,
  upgrade: undefined,
  // Only gateways may set them.
  baggage: undefined,
  forwarded: undefined,
  proxy: undefined,
  traceparent: undefined,
  tracestate: undefined,
  'x-forwarded-port': undefined,
  'x-forwarded-server': undefined,
  'x-kept-by-gateway': undefined,
  'x-original-url': undefined,
  'x-real-ip': undefined,
  'x-rewrite-url': undefined,
};

/** Hop-by-hop response headers (RFC 9110, section 7.6.1). */
const HOP_BY_HOP_RESPONSE = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

export interface ProxyOptions {
  /** Called for a change of the site, before its response is sent. */
  onChange: () => void;
  /** @param upstream `api`, `media` or `admin-app` */
  onFailure?: ((upstream: string) => void) | undefined;
  mediaCache: MediaCache;
  slots: UpstreamSlots;
  bodies: BodyReader;
}

/** Proxies /api and /media to the API, and /admin-app to admin-web. Bodies are forwarded unparsed. */
export async function registerProxies(
  server: FastifyInstance,
  env: Readonly<Env>,
  options: ProxyOptions,
): Promise<void> {
  trackEventStreams(server);
  await server.register(async (scope) => {
    // Fastify's parser for text would decode it as UTF-8 and reject unknown types.
    scope.removeAllContentTypeParsers();
    bufferBodies(scope, options.bodies);
    scope.addHook('onRequest', (request, reply, done) => {
      if (INTERNAL.has(pathOf(request))) void refuse(request, reply, viewOf(404));
      else done();
    });
    scope.addHook('onSend', async (request, reply) => {
      if (isChange(request) && reply.statusCode < 400) options.onChange();
    });
    await scope.register(httpProxy, proxyTo('/api', env.API_URL, options));
    await scope.register(httpProxy, proxyTo('/media', env.API_URL, options, options.mediaCache));
    if (env.ADMIN_APP_URL) await scope.register(httpProxy, proxyTo('/admin-app', env.ADMIN_APP_URL, options));
  });
}

/** Tracks proxied event streams for `endStreams`. */
function trackEventStreams(server: FastifyInstance): void {
  const streams = new Map<FastifyReply, Readable>();
  server.decorate('endStreams', () => {
    for (const [{ raw }, stream] of streams) {
      // A clean end: gateways would report a cut connection as an error.
      stream.unpipe(raw);
      raw.end();
      stream.destroy();
    }
  });
  server.addHook('onSend', async (_request, reply, payload: unknown) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream') || !isStream(payload)) return;
    streams.set(reply, payload);
    reply.raw.once('close', () => streams.delete(reply));
  });
}

const isStream = (payload: unknown): payload is Readable =>
  payload instanceof Object && 'unpipe' in payload && typeof payload.unpipe === 'function';

/** Path as the proxy resolves it: `/api/comments` for `/api/photos/%2e%2e/comments`. */
const pathOf = ({ url }: FastifyRequest) => new URL(url, 'http://api.invalid').pathname;

const isChange = (request: FastifyRequest) => !SAFE_METHODS.has(request.method) && CHANGING.test(pathOf(request));

const proxyTo = (
  prefix: string,
  upstream: string,
  { onFailure, slots }: ProxyOptions,
  mediaCache?: MediaCache,
): FastifyHttpProxyOptions => ({
  prefix,
  rewritePrefix: prefix,
  upstream,
  disableRequestLogging: true,
  // Event streams are endless: no timeout for the response body.
  undici: { connect: { timeout: 3_000 }, headersTimeout: TIMEOUT_MS, bodyTimeout: 0 },
  preHandler(request, reply, done) {
    slots.wait(request, reply).then(
      () => done(),
      () => refuse(request, reply, viewOf(429)),
    );
  },
  replyOptions: {
    rewriteRequestHeaders: (request, headers) => ({
      ...headers,
      ...STRIPPED_HEADERS,
      ...forwardedHeaders(request),
      [REQUEST_ID_HEADER]: request.id,
      ...tracingHeaders(),
    }),
    rewriteHeaders: withoutHopByHop,
    // By default the proxy retries each GET with a 503 up to ten times.
    retryDelay: () => null,
    onResponse: mediaCache ? cachePictures(mediaCache) : keepOpen,
    onError(reply, { error }) {
      onFailure?.(prefix.slice(1));
      const request = reply.request as FastifyRequest;
      const { code = '' } = (error.cause ?? {}) as NodeJS.ErrnoException;
      // 503 means an outage: a client would send an image that ends the API again and again.
      const status = LOST_RESPONSE.has(code) && !SAFE_METHODS.has(request.method) ? 502 : 503;
      void refuse(request, reply as FastifyReply, viewOf(status));
    },
  },
});

function withoutHopByHop<T extends Record<string, unknown>>(headers: T): T {
  const connection = String(headers['connection'] ?? '').toLowerCase();
  const names = new Set(connection.split(',').map((name) => name.trim()));
  const rest = Object.entries(headers).filter(([name]) => !HOP_BY_HOP_RESPONSE.test(name) && !names.has(name));
  return Object.fromEntries(rest) as T;
}

type OnResponse = NonNullable<NonNullable<FastifyHttpProxyOptions['replyOptions']>['onResponse']>;

/** The proxy closes a connection with an unread body, and the client may miss the response. `bufferBodies` reads the rest. */
const keepOpen: OnResponse = (_request, reply, response) => {
  const { shouldKeepAlive } = reply.raw as ServerResponse;
  if (reply.getHeader('connection') === 'close' && shouldKeepAlive) reply.header('connection', 'keep-alive');
  void reply.send((response as unknown as { stream: Readable }).stream);
};

const cachePictures =
  (mediaCache: MediaCache): OnResponse =>
  (request, reply, response) => {
    const { stream } = response as unknown as { stream: Readable };
    const headers = reply.getHeaders();
    const { raw } = request;
    const isCached =
      mediaCache.isCacheable(raw as IncomingMessage, reply.statusCode, headers) &&
      mediaCache.reserve(Number(headers['content-length']), reply.raw as ServerResponse);
    if (!isCached) return void reply.send(stream);
    // The cache buffers the whole body first: a second reader would miss the start of the stream.
    buffer(stream).then(
      (body) => {
        mediaCache.set(raw.url ?? '', headers, body);
        void reply.send(body);
      },
      // The upstream's response is incomplete: closing the connection tells the client.
      (error: Error) => void raw.destroy(error),
    );
  };

/** Client address and public URL of a request, for the upstream. */
export const forwardedHeaders = (
  request: Pick<FastifyRequest, 'ip' | 'host' | 'protocol'>,
): Record<string, string> => ({
  'x-forwarded-for': request.ip,
  'x-forwarded-host': request.host,
  'x-forwarded-proto': request.protocol,
});
