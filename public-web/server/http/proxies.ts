import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from '@portfolio/lifecycle';
import { trailHeaders } from '@portfolio/telemetry';
import type { BodyReader } from '../body-reader.ts';
import type { Env } from '../env.ts';
import { viewOf } from './failures.ts';
import type { MediaCache } from '../cache/media-cache.ts';
import { readBodiesFirst, refuse } from './refused-bodies.ts';
import type { UpstreamSlots } from './upstream-slots.ts';

/** What is asked for by these methods changes nothing. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Where the administrator changes what pages show. Everything else that can be sent, such as comments that wait for her,
 * messages and reports, can be sent by anybody, who could otherwise have every page rendered anew at each request.
 */
const CHANGING = /^\/api\/(photos|galleries|news|comments\/\d+|admin\/settings)(\/|$)/;

/** What this server asks the API itself, and visitors need not know. */
const OURS = new Set(['/media/mark', '/media/shown']);

/** Milliseconds in which a process behind us must begin to answer, counted anew with every piece that is sent to it. */
const PATIENCE = 60_000;

/**
 * Headers that are between a browser and this server alone. The client that passes requests on refuses them: an upload
 * with `Expect: 100-continue`, which this server has already answered, would fail.
 */
const WITHIN_ONE_HOP = {
  expect: undefined,
  'keep-alive': undefined,
  'proxy-authorization': undefined,
  'proxy-connection': undefined,
  te: undefined,
  trailer: undefined,
  upgrade: undefined,
};

/** What servers tell each other about a request; from a visitor it would be taken for their word. */
const FROM_GATEWAYS_ALONE = {
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

/** Headers of a response that are between the process behind us and this server (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

export interface ProxyOptions {
  /** Called when something may have changed on the site, before whoever changed it hears of it. */
  onChange: () => void;
  /** Told which process did not answer: `api`, `media` or `admin-app`. */
  onFailure?: ((upstream: string) => void) | undefined;
  pictures: MediaCache;
  slots: UpstreamSlots;
  bodies: BodyReader;
}

/** Passes on what other processes answer. Bodies go through as they are, whatever their type. */
export async function registerProxies(
  server: FastifyInstance,
  env: Readonly<Env>,
  options: ProxyOptions,
): Promise<void> {
  await server.register(async (scope) => {
    // Fastify's own for text, which would read it as UTF-8, and fails where the type cannot be read.
    scope.removeAllContentTypeParsers();
    readBodiesFirst(scope, options.bodies);
    scope.addHook('onRequest', (request, reply, done) => {
      if (OURS.has(pathOf(request))) void refuse(request, reply, viewOf(404));
      else done();
    });
    scope.addHook('onSend', async (request, reply) => {
      if (isChange(request) && reply.statusCode < 400) options.onChange();
    });
    await scope.register(httpProxy, passingOn('/api', env.API_URL, options));
    await scope.register(httpProxy, passingOn('/media', env.API_URL, options, options.pictures));
    if (env.ADMIN_APP_URL) await scope.register(httpProxy, passingOn('/admin-app', env.ADMIN_APP_URL, options));
  });
}

/** As the client that passes it on resolves it: `/api/photos/%2e%2e/comments` are comments. */
const pathOf = ({ url }: FastifyRequest) => new URL(url, 'http://api.invalid').pathname;

const isChange = (request: FastifyRequest) => !READING.has(request.method) && CHANGING.test(pathOf(request));

const passingOn = (
  prefix: string,
  upstream: string,
  { onFailure, slots }: ProxyOptions,
  pictures?: MediaCache,
): FastifyHttpProxyOptions => ({
  prefix,
  rewritePrefix: prefix,
  upstream,
  disableRequestLogging: true,
  // An answer may go on for ever: server-sent events.
  undici: { connect: { timeout: 3_000 }, headersTimeout: PATIENCE, bodyTimeout: 0 },
  preHandler(request, reply, done) {
    if (!slots.take(request, reply, done)) void refuse(request, reply, viewOf(429));
  },
  replyOptions: {
    rewriteRequestHeaders: (request, headers) => ({
      ...headers,
      ...FROM_GATEWAYS_ALONE,
      ...forwarded(request),
      // Another id than the one that came where that was none.
      [REQUEST_ID_HEADER]: request.id,
      ...trailHeaders(),
      ...WITHIN_ONE_HOP,
    }),
    rewriteHeaders: withoutHopByHop,
    // Otherwise the proxy repeats every GET that is answered 503, up to ten times.
    retryDelay: () => null,
    ...(pictures && { onResponse: keepingPictures(pictures) }),
    onError(reply) {
      onFailure?.(prefix.slice(1));
      void refuse(reply.request as FastifyRequest, reply as FastifyReply, viewOf(503));
    },
  },
});

function withoutHopByHop<T extends Record<string, unknown>>(headers: T): T {
  const named = String(headers['connection'] ?? '').toLowerCase();
  const names = new Set(named.split(',').map((name) => name.trim()));
  const left = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.test(name) && !names.has(name));
  return Object.fromEntries(left) as T;
}

type OnResponse = NonNullable<NonNullable<FastifyHttpProxyOptions['replyOptions']>['onResponse']>;

/** Passes on what the API answers, and keeps a copy of what is worth it. */
const keepingPictures =
  (pictures: MediaCache): OnResponse =>
  (request, reply, answer) => {
    const { stream } = answer as unknown as { stream: Readable };
    const headers = reply.getHeaders();
    const { raw } = request;
    const isKept =
      pictures.isWorthKeeping(raw as IncomingMessage, reply.statusCode, headers) &&
      pictures.hold(Number(headers['content-length']), reply.raw as ServerResponse);
    if (!isKept) return void reply.send(stream);
    // Whole first: a stream that two listen to loses what comes before the second does.
    buffer(stream).then(
      (body) => {
        pictures.set(raw.url ?? '', headers, body);
        void reply.send(body);
      },
      // As it was cut there, it is cut here.
      (fault: Error) => void raw.destroy(fault),
    );
  };

/** Tells the process behind us who asked, and under which address. */
export const forwarded = (request: Pick<FastifyRequest, 'ip' | 'host' | 'protocol'>): Record<string, string> => ({
  'x-forwarded-for': request.ip,
  'x-forwarded-host': request.host,
  'x-forwarded-proto': request.protocol,
});
