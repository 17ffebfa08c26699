import { ERRORS, type CurrentView, type ErrorCode, type ErrorView } from '@portfolio/contracts';
import type { Versioned } from './versions.ts';

interface AppErrorDetails {
  /** The message for each faulty field; the first one is also the message of the whole. */
  errors?: Record<string, string>;
  /** Stands in the message for `{limit}`. */
  limit?: number;
  /** Whole seconds after which it is worth trying again. */
  retryAfter?: number;
  /** What is there now, where the request was made from something else. */
  current?: Versioned<CurrentView>;
}

/** A failure that the contract knows: thrown as a code, answered with the code's status and message. */
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

  /** An error whose message belongs to one field of the form: the code's own, unless another one says more. */
  static at(field: string, code: ErrorCode, message: string = ERRORS[code].message): AppError {
    return new AppError(code, { errors: { [field]: message } });
  }

  /** The failure of a request whose `If-Match` does not name what is there. */
  static outdated(current: Versioned<CurrentView>): AppError {
    return new AppError('request.outdated', { current });
  }

  /** Entity tag of what the error shows. */
  get tag(): string | undefined {
    return this.details.current?.tag;
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
