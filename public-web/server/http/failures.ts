import { ERRORS, type ErrorCode, type ErrorView } from '@portfolio/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { PassThrough } from 'node:stream';
import type { PageMemory } from '../../src/app/layout/render.ts';
import type { BuiltSite } from '../built-site.ts';

export interface FailureOptions {
  site: BuiltSite;
  /** What every page is sent with. */
  headers: Record<string, string>;
  memory: PageMemory;
  report: ReportFault;
}

/** Writes a line about a fault, or counts it: anybody may cause many. */
export type ReportFault = (sentence: string, fault: unknown) => void;

/** Says of a page that another was sent in its place. */
export const UNRENDERED = 'a page could not be rendered';

/** Seconds after which it is worth asking again for what could not be had. */
export const RETRY_AFTER = '10';

/** What the API says in such cases, by status. */
const CODES: Partial<Record<number, ErrorCode>> = {
  404: 'route.not-found',
  408: 'request.too-slow',
  413: 'request.too-large',
  415: 'request.unsupported-type',
  429: 'request.too-many',
  431: 'request.headers-too-large',
  503: 'service.unavailable',
};

/** A failure in the API's form. What the API has no status for is a request that cannot be read. */
export function viewOf(status: number): ErrorView {
  const code = CODES[status] ?? (status >= 500 ? 'server.failed' : 'request.malformed');
  return { statusCode: status, message: ERRORS[code].message, code };
}

/**
 * Answers a request that cannot be answered otherwise: with the failure page, and in the API's form below /api and /media.
 *
 * It uses nothing that plugins bring along, for an address that cannot be read gets here before any of them.
 */
export async function answerFailure(
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
  return answerWithFailurePage(status, reply, options);
}

/** Answers with the page that says that there is no other. */
export async function answerWithFailurePage(
  status: number,
  reply: FastifyReply,
  { site, headers, memory }: FailureOptions,
): Promise<FastifyReply> {
  const page = await site.renderFailure(status, site.assets, memory);
  reply.code(status).headers({ ...headers, 'cache-control': 'no-store' });
  return reply.type('text/html; charset=utf-8').send(page.pipe(new PassThrough()));
}
