import { ERRORS, type ErrorCode, type ErrorView } from '@portfolio/contracts';

interface AppErrorDetails {
  /** The message for each faulty field; the first one is also the message of the whole. */
  errors?: Record<string, string>;
  /** Stands in the message for `{limit}`. */
  limit?: number;
  /** Whole seconds after which it is worth trying again. */
  retryAfter?: number;
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

  get retryAfter(): number | undefined {
    return this.details.retryAfter;
  }

  toView(): ErrorView {
    const { errors } = this.details;
    return { statusCode: this.status, message: this.message, code: this.code, ...(errors && { errors }) };
  }
}
