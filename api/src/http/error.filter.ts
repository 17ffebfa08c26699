import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { ErrorCode } from '@portfolio/contracts';
import { QueueUnavailableError } from '@portfolio/jobs';
import { sampleLog } from '@portfolio/lifecycle';
import { StorageUnavailableError } from '@portfolio/storage';
import type { FastifyReply } from 'fastify';
import { QueryFailedError } from 'typeorm';
import { AppError } from './app-error.ts';

/** Codes for the errors that Nest and Fastify throw, by status. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'request.malformed',
  401: 'auth.required',
  404: 'route.not-found',
  408: 'request.too-slow',
  413: 'request.too-large',
  // A path parameter longer than any id, slug or file name.
  414: 'route.not-found',
  415: 'request.unsupported-type',
  429: 'request.too-many',
  431: 'request.headers-too-large',
  503: 'service.unavailable',
};

/** SQLSTATE: connection, resources, operator intervention or timeout, serialization, deadlock, lock timeout. */
const UNAVAILABLE_SQLSTATE = /^(08|53|57|40001|40P01|55P03)/;
const UNAVAILABLE_SYSTEM = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EROFS)/;
/** System errors of the storage folder. */
const UNAVAILABLE_FILES = /^(ENOENT|ENOTDIR|EISDIR|EEXIST|EACCES|EPERM|EIO|ESTALE|EMFILE|ENFILE)$/;
/** `already released` and `not queryable` come from a transaction that lost its connection between two queries. */
const UNAVAILABLE_MESSAGE =
  /query read timeout|connection terminated|timeout exceeded when trying to connect|not connected|cannot use a pool|already released|not queryable/i;

const RETRY_AFTER_SECONDS = 5;

/** Turns every error into a response with a code of the contracts; unknown errors become `server.failed`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');
  /** While the database is down every request fails: the log gets a sample. */
  private readonly sampled = sampleLog((code: ErrorCode, leftOut) => this.logger.error({ code, leftOut }));

  catch(thrown: unknown, host: ArgumentsHost): void {
    const error = toAppError(thrown);
    if (error.status >= 500) this.sampled(error.code, () => this.logger.error(thrown));
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return;
    const retryAfter = error.retryAfter ?? (error.status === 503 ? RETRY_AFTER_SECONDS : undefined);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    if (error.etag !== undefined) reply.header('etag', error.etag);
    // A route for CSV has set its headers already, and Fastify sends no object under another content type.
    reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
    void reply.status(error.status).header('cache-control', 'no-store').send(error.toView());
  }
}

/** Error of the contracts; hides the details of unknown errors. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isUnavailable(thrown)) return new AppError('service.unavailable');
  if (isStorageFull(thrown)) return new AppError('storage.full');
  const status = statusOf(thrown);
  const isClientError = status >= 400 && status < 500;
  return new AppError(CODE_OF_STATUS[status] ?? (isClientError ? 'request.malformed' : 'server.failed'));
}

const isStorageFull = (thrown: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes(String((thrown as { code?: unknown } | null)?.code));

function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) return thrown.getStatus();
  // Fastify's errors, such as a malformed body, have a status.
  return thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500;
}

function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof QueueUnavailableError || thrown instanceof StorageUnavailableError) return true;
  const cause: unknown = thrown instanceof QueryFailedError ? thrown.driverError : thrown;
  if (!(cause instanceof Error)) return false;
  const { code = '', message, syscall } = cause as NodeJS.ErrnoException;
  if (UNAVAILABLE_SQLSTATE.test(code) || UNAVAILABLE_SYSTEM.test(code)) return true;
  // ENOENT reaches here only from a write whose folder is gone: reads handle missing files themselves.
  if (syscall !== undefined && UNAVAILABLE_FILES.test(code)) return true;
  return UNAVAILABLE_MESSAGE.test(message);
}
