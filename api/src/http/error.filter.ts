import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { ErrorCode } from '@portfolio/contracts';
import { QueueUnavailableError } from '@portfolio/jobs';
import { sampleLog } from '@portfolio/lifecycle';
import { StorageUnavailableError } from '@portfolio/storage';
import type { FastifyReply } from 'fastify';
import { QueryFailedError } from 'typeorm';
import { AppError } from './app-error.ts';

/** What Nest and Fastify refuse by themselves, by status. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'request.malformed',
  401: 'auth.required',
  404: 'route.not-found',
  408: 'request.too-slow',
  413: 'request.too-large',
  // An address with a part longer than any id, slug or file name.
  414: 'route.not-found',
  415: 'request.unsupported-type',
  429: 'request.too-many',
  431: 'request.headers-too-large',
  503: 'service.unavailable',
};

/**
 * SQLSTATE classes of a server that is not there, is full, or is going (connection, resources, operator intervention), and
 * what it says to a transaction that stood in another one's way or took too long: serialization, deadlock, lock timeout,
 * statement timeout.
 */
const AWAY_SQLSTATE = /^(08|53|57|40001|40P01|55P03)/;
const AWAY_SYSTEM = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EROFS)/;
/** What the system says of a storage that is not there, or not as it should be. */
const AWAY_FILES = /^(ENOENT|ENOTDIR|EISDIR|EEXIST|EACCES|EPERM|EIO|ESTALE|EMFILE|ENFILE)$/;
/** The last two are said of a transaction whose connection was lost between two of its queries. */
const AWAY_MESSAGE =
  /query read timeout|connection terminated|timeout exceeded when trying to connect|not connected|cannot use a pool|already released|not queryable/i;

/** Seconds after which it is worth asking again for what could not be had. */
const RETRY_AFTER = 5;

/** The only place where a failure becomes an answer: known ones as the contract has them, all others as one plain sentence. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');
  /** While the database is away every request fails, and anybody may ask. */
  private readonly sampled = sampleLog((code: ErrorCode, leftOut) => this.logger.error({ code, leftOut }));

  catch(thrown: unknown, host: ArgumentsHost): void {
    const error = toAppError(thrown);
    if (error.status >= 500) this.sampled(error.code, () => this.logger.error(thrown));
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return;
    const retryAfter = error.retryAfter ?? (error.status === 503 ? RETRY_AFTER : undefined);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    if (error.tag !== undefined) reply.header('etag', error.tag);
    void reply.status(error.status).header('cache-control', 'no-store').send(error.toView());
  }
}

/** The failure as the contract knows it; nothing of an unknown one gets out. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isAway(thrown)) return new AppError('service.unavailable');
  const status = statusOf(thrown);
  const isRequestAtFault = status >= 400 && status < 500;
  return new AppError(CODE_OF_STATUS[status] ?? (isRequestAtFault ? 'request.malformed' : 'server.failed'));
}

function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) return thrown.getStatus();
  // Fastify's own errors (a broken body, one too large) carry their status.
  return thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500;
}

function isAway(thrown: unknown): boolean {
  if (thrown instanceof QueueUnavailableError || thrown instanceof StorageUnavailableError) return true;
  // Not by `instanceof Error`: Node's own errors are of another realm inside test runners.
  const cause = thrown instanceof QueryFailedError ? (thrown.driverError as unknown) : thrown;
  const { code, message, syscall } = (cause ?? {}) as { code?: unknown; message?: unknown; syscall?: unknown };
  if (typeof code === 'string' && (AWAY_SQLSTATE.test(code) || AWAY_SYSTEM.test(code))) return true;
  // A file that is missing is an ordinary answer where it is looked for; where one is to be kept, the folder is gone.
  if (typeof code === 'string' && typeof syscall === 'string' && AWAY_FILES.test(code)) return true;
  return typeof message === 'string' && AWAY_MESSAGE.test(message);
}
