import { ERRORS, type ErrorCode, type ErrorView } from '@portfolio/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { PageMemory } from '../../src/app/layout/render.ts';
import type { BuiltSite } from '../built-site.ts';

export interface FailureOptions {
  site: BuiltSite;
  /** Headers of every page. */
  headers: Record<string, string>;
  memory: PageMemory;
  report: ReportFault;
}

/** Logs a fault, throttled: any visitor may cause many. */
export type ReportFault = (message: string, fault: unknown) => void;

/** Log message for a page that was replaced by the failure page. */
export const UNRENDERED = 'a page could not be rendered';

/** Seconds of the `Retry-After` header. */
export const RETRY_AFTER = '10';

/** The API's error codes by status. */
const CODES: Partial<Record<number, ErrorCode>> = {
  404: 'route.not-found',
  408: 'request.too-slow',
  413: 'request.too-large',
  415: 'request.unsupported-type',
  429: 'request.too-many',
  431: 'request.headers-too-large',
  503: 'service.unavailable',
};

/** Error body in the API's format. Other client errors are `request.malformed`. */
export function viewOf(status: number): ErrorView {
  const code = CODES[status] ?? (status >= 500 ? 'server.failed' : 'request.malformed');
  return { statusCode: status, message: ERRORS[code].message, code };
}

/**
 * Error handler: the failure page, or the API's format below /api and /media. It uses no plugin's decorators, since
 * malformed URLs arrive here before any plugin runs.
 */
export async function sendFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  options: FailureOptions,
): Promise<FastifyReply> {
  const status = error.statusCode && error.statusCode >= 400 ? error.statusCode : 500;
  if (status >= 500) options.report('a request failed', error);
  if (status === 429 || status === 503) reply.header('retry-after', RETRY_AFTER);

  if (/^\/(api|media)\//.test(request.url)) {
    reply.code(status).headers({ ...options.headers, 'cache-control': 'no-store' });
    return reply.send(viewOf(status));
  }
  return sendFailurePage(status, reply, options);
}

export async function sendFailurePage(
  status: number,
  reply: FastifyReply,
  { site, headers, memory }: FailureOptions,
): Promise<FastifyReply> {
  const page = await site.renderFailure(status, site.assets, memory);
  reply.code(status).headers({ ...headers, 'cache-control': 'no-store' });
  return reply.type('text/html; charset=utf-8').send(page.pipe(new PassThrough()));
}

const STATUS_OF_CLIENT_ERROR: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Fastify's `clientErrorHandler`: responds on the socket and closes it. */
export function sendClientError(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Browsers open connections in advance. They would take a 408 for the response to a request sent at the same time.
  if (socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const view = viewOf(STATUS_OF_CLIENT_ERROR[error.code ?? ''] ?? 400);
  const body = JSON.stringify(view);
  const head = [
    `HTTP/1.1 ${view.statusCode} ${STATUS_CODES[view.statusCode]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  // A client would take the body after HEAD for the next response.
  const { rawPacket } = error;
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString() === 'HEAD ';
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
  socket.destroy(error);
}
