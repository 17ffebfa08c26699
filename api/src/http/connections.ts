import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CODE_POINTS_PER_CHARACTER, type ErrorCode, LIMITS } from '@portfolio/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiEnv } from '../env.ts';
import { AppError } from './app-error.ts';
import { toAppError } from './error.filter.ts';
import { BODY_LIMIT } from './request-bodies.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Milliseconds between two checks of the timeouts. */
const CHECK_INTERVAL_MS = 1_000;

/** Milliseconds; longer than in gateways, so that they close idle connections first. */
const KEEP_ALIVE_MS = 75_000;

/** UTF-16 code units of the longest parameter, a tag. */
const MAX_PARAMETER_LENGTH = 2 * CODE_POINTS_PER_CHARACTER * LIMITS.keyword;

/** Errors of Node's parser, before there is a request. */
const CODE_OF_CLIENT_ERROR: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.too-slow',
  HPE_HEADER_OVERFLOW: 'request.headers-too-large',
};

/** Fastify's options: trusted proxies, timeouts, limits and the errors before routing. */
export function connectionOptions(env: ApiEnv) {
  const requestTimeout = env.REQUEST_TIMEOUT_S * 1000;
  return {
    trustProxy: env.TRUST_PROXY ?? false,
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      requestTimeout,
      headersTimeout: Math.min(env.HEADERS_TIMEOUT_S * 1000, requestTimeout),
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    clientErrorHandler: respondOnSocket,
    // A malformed address reaches neither hooks nor the error filter.
    frameworkErrors: (error: Error, _request: FastifyRequest, reply: FastifyReply) => {
      const failure = toAppError(error);
      void reply
        .status(failure.status)
        .headers({ ...SECURITY_HEADERS, 'cache-control': 'no-store' })
        .send(failure.toView());
    },
  };
}

/** Writes an error response without a request, and closes the connection. */
function respondOnSocket(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Browsers open connections in advance. They would take a 408 for the response to a request sent at the same time.
  if (socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const failure = new AppError(CODE_OF_CLIENT_ERROR[error.code ?? ''] ?? 'request.malformed');
  const body = JSON.stringify(failure.toView());
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  // A client would take the body after HEAD for the next response.
  const { rawPacket } = error;
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString() === 'HEAD ';
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
  socket.destroy(error);
}
