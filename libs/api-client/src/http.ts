import type { ErrorCode, ErrorView } from '@portfolio/contracts';
import type { Versioned } from './versions.ts';

export class ApiError extends Error {
  override name = 'ApiError';
  declare body?: Partial<ErrorView> | undefined;
  /** The current value, after a conflict with another change. */
  declare current?: Versioned<unknown>;

  constructor(
    /** HTTP status; 0 without a response. */
    readonly status: number,
    message: string,
    readonly code?: ErrorCode,
    /** Message for each invalid field. */
    readonly errors: Record<string, string> = {},
    /** Seconds of the `Retry-After` header. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

export interface ApiOptions {
  /** Origin of the API; the page's own by default. */
  origin?: string;
  /** Bearer token of the session. */
  token?: () => string | null;
  /** Called after a 401, except for a failed sign-in. */
  onUnauthorized?: () => void;
  /** Milliseconds until a request times out; 10 seconds by default. */
  timeout?: number;
  /** Headers of every request. */
  headers?: Record<string, string>;
}

const UNREACHABLE_MESSAGE = 'The site cannot be reached right now. Please try again.';

/** JSON client of the API. Requests throw an `ApiError`, or the reason of an aborted signal. */
export class Api {
  constructor(readonly options: ApiOptions = {}) {}

  get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return this.send<T>('GET', path, undefined, signal);
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.send<T>('POST', path, body);
  }

  put<T>(path: string, body?: unknown): Promise<T> {
    return this.send<T>('PUT', path, body);
  }

  delete<T>(path: string): Promise<T> {
    return this.send<T>('DELETE', path);
  }

  /** URL of a path under `/api`; relative without an `origin`. */
  address(path: string): string {
    return `${this.options.origin ?? ''}/api${path}`;
  }

  /** URL of a file in a response of the API; relative without an `origin`. */
  fileAddress(url: string): string {
    return url.startsWith('/') ? `${this.options.origin ?? ''}${url}` : url;
  }

  credentials(): Record<string, string> {
    const token = this.options.token?.();
    return { ...this.options.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  }

  /**
   * Converts a failed response into an error, and calls `onUnauthorized`.
   *
   * @param sent credentials of the request; a 401 for a token that was replaced meanwhile is ignored
   */
  failure(
    status: number,
    body: Partial<ErrorView> | undefined,
    retryAfter: number | undefined,
    sent: Record<string, string>,
  ): ApiError {
    const isUnauthorized = status === 401 && body?.code !== 'auth.wrong-credentials';
    if (isUnauthorized && sent.authorization === this.credentials().authorization) this.options.onUnauthorized?.();
    const error = new ApiError(status, body?.message ?? 'Something went wrong', body?.code, body?.errors, retryAfter);
    error.body = body;
    return error;
  }

  /** The error for a request without a response. */
  unreachable(): ApiError {
    return new ApiError(0, UNREACHABLE_MESSAGE);
  }

  /** @param request replaces `fetch` */
  send<T>(method: string, path: string, body?: unknown, signal?: AbortSignal, request = fetch): Promise<T> {
    return this.withLatestToken(async () => {
      const timeout = AbortSignal.timeout(this.options.timeout ?? 10_000);
      const credentials = this.credentials();
      // Also for a response body that is cut off.
      const throwUnreachable = (error: unknown): never => {
        throw signal?.aborted ? error : this.unreachable();
      };
      const response = await request(this.address(path), {
        method,
        headers: {
          accept: 'application/json',
          ...credentials,
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined || body instanceof FormData ? (body ?? null) : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }).catch(throwUnreachable);
      if (!response.ok) {
        const retryAfter = Number(response.headers.get('retry-after')) || undefined;
        throw this.failure(response.status, await response.json().catch(() => undefined), retryAfter, credentials);
      }
      return response.json().catch(throwUnreachable);
    });
  }

  /** Retries a 401 if the token has been replaced since the request: the new session may be valid. */
  async withLatestToken<T>(request: () => Promise<T>): Promise<T> {
    const { authorization: sent } = this.credentials();
    return request().catch((error: unknown) => {
      const { authorization: current } = this.credentials();
      const isOutdated = current !== undefined && current !== sent;
      if (isOutdated && error instanceof ApiError && error.status === 401) return this.withLatestToken(request);
      throw error;
    });
  }
}

/** Statuses of a gateway that cannot reach the API; 0 without a response. */
const UNREACHABLE_STATUSES = [0, 502, 503, 504];

/**
 * Error message for users: the API's own, if any. An unreachable API adds a second sentence.
 *
 * @param fallback for a response without a message; may be empty
 * @param networkFallback for other errors and no response
 */
export function failureMessage(error: unknown, fallback: string, networkFallback = fallback): string {
  if (!(error instanceof ApiError)) return networkFallback;
  if (error.code !== undefined) return error.message;
  if (!UNREACHABLE_STATUSES.includes(error.status)) return fallback;
  return [error.status === 0 ? networkFallback : fallback, UNREACHABLE_MESSAGE].filter(Boolean).join('. ');
}

/** Error message followed by its reason, if known. */
export const failureWithReason = (error: unknown, message: string): string =>
  [message, failureMessage(error, '')].filter(Boolean).join('. ');

/** Query string of the values that are set, with its question mark; empty without any. */
export function queryString(values: object): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return set.length === 0 ? '' : `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}`;
}
