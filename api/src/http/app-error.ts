import { SetMetadata } from '@nestjs/common';
import { ERRORS, type CurrentView, type ErrorCode, type ErrorView } from '@portfolio/contracts';
import type { Versioned } from './versions.ts';

interface AppErrorDetails {
  /** Messages by invalid field; the first is also the error's message. */
  errors?: Record<string, string>;
  limit?: number;
  /** Whole seconds until a retry makes sense. */
  retryAfter?: number;
  /** Current state, when `If-Match` names another. */
  current?: Versioned<CurrentView>;
}

/** Error with a code of the contracts, which has its status and message. */
export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    private readonly details: AppErrorDetails = {},
  ) {
    const { status, message } = ERRORS[code];
    super(Object.values(details.errors ?? {})[0] ?? message.replace('{limit}', String(details.limit)));
    this.status = status;
  }

  static at(field: string, code: ErrorCode, message: string = ERRORS[code].message): AppError {
    return new AppError(code, { errors: { [field]: message } });
  }

  /** Error of a request whose `If-Match` does not name the current state. */
  static outdated(current: Versioned<CurrentView>): AppError {
    return new AppError('request.outdated', { current });
  }

  get etag(): string | undefined {
    return this.details.current?.etag;
  }

  get retryAfter(): number | undefined {
    return this.details.retryAfter;
  }

  toView(): ErrorView {
    const { errors, current } = this.details;
    return {
      statusCode: this.status,
      message: this.message,
      code: this.code,
      ...(errors && { errors }),
      ...(current && { current: current.body }),
    };
  }
}

export const API_ERRORS = Symbol('error codes of a route');

/** Declares error codes of a route, beside those that `errorsOf` (openapi) derives from its guards, parameters and body. */
export const ApiErrors = (...codes: ErrorCode[]) => SetMetadata(API_ERRORS, codes);
