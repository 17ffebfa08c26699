import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@portfolio/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiEnv } from '../env.ts';
import { AppError } from './app-error.ts';
import { toAppError } from './error.filter.ts';
import { BODY_LIMIT } from './request-bodies.ts';

/** Milliseconds between two looks at how long connections have taken. */
const CHECK = 1_000;

/** Milliseconds for which an unused connection stays open: longer than gateways keep theirs, so that they let go first. */
const KEEP_ALIVE = 75_000;

/** What Node refuses before there is a request. */
const CODE_OF_FAULT: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.too-slow',
  HPE_HEADER_OVERFLOW: 'request.headers-too-large',
};

/** How the server treats connections: who is believed about their origin, and how slow they may be. */
export function connectionOptions(env: ApiEnv) {
  const requestTimeout = env.REQUEST_TIMEOUT_S * 1000;
  return {
    trustProxy: env.TRUST_PROXY ?? false,
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    keepAliveTimeout: KEEP_ALIVE,
    http: {
      requestTimeout,
      headersTimeout: Math.min(env.HEADERS_TIMEOUT_S * 1000, requestTimeout),
      connectionsCheckingInterval: CHECK,
    },
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: answerOnSocket,
    // An address that cannot be read does not come as far as the filter of errors.
    frameworkErrors: (error: Error, _request: FastifyRequest, reply: FastifyReply) => {
      const { status, view } = described(toAppError(error));
      void reply.status(status).header('cache-control', 'no-store').send(view);
    },
  };
}

/** Says what is wrong where there is no request to answer, and closes the connection. */
function answerOnSocket(fault: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, view } = described(new AppError(CODE_OF_FAULT[fault.code ?? ''] ?? 'request.malformed'));
  const body = JSON.stringify(view);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  // Whoever asks for the head alone would take a body for the answer to something else.
  const { rawPacket } = fault;
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString() === 'HEAD ';
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
  socket.destroy(fault);
}

const described = (error: AppError) => ({ status: error.status, view: error.toView() });
