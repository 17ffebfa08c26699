import type { ErrorCode, ErrorView } from '@portfolio/contracts';
import type { Versioned } from './versions.ts';

/** A request that failed: what the API answered, or why it was not reached. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** The whole answer, where there was one. */
  declare body?: Partial<ErrorView> | undefined;
  /** What is there now, where a change was made from something else. */
  declare current?: Versioned<unknown>;

  constructor(
    /** HTTP status; 0 when the API was not reached. */
    readonly status: number,
    message: string,
    readonly code?: ErrorCode,
    /** The message for each faulty field. */
    readonly errors: Record<string, string> = {},
    /** Seconds after which it is worth trying again, where the API said so. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

export interface ApiOptions {
  /** Origin of the API, such as `http://127.0.0.1:3001`; empty for the page's own. */
  origin?: string;
  /** The bearer token, where somebody is signed in. */
  token?: () => string | null;
  /** Called at every 401, but for the answer to a sign-in. */
  onUnauthorized?: () => void;
  /** Milliseconds until a request is given up. */
  timeout?: number;
  /** Headers sent with every request, for a server that asks in a visitor's name. */
  headers?: Record<string, string>;
}

export const API_TIMEOUT = 10_000;
const UNREACHABLE = 'The site cannot be reached right now. Please try again.';

/** Speaks to the API: JSON in and out, one kind of error. */
export class Api {
  constructor(readonly options: ApiOptions = {}) {}

  get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return this.send<T>('GET', path, undefined, signal);
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.send<T>('POST', path, body);
  }

  /** For a form with files in it. */
  postForm<T>(path: string, form: FormData): Promise<T> {
    return this.send<T>('POST', path, form);
  }

  put<T>(path: string, body?: unknown): Promise<T> {
    return this.send<T>('PUT', path, body);
  }

  delete<T>(path: string): Promise<T> {
    return this.send<T>('DELETE', path);
  }

  /** The absolute address of a path under `/api`. */
  address(path: string): string {
    return `${this.options.origin ?? ''}/api${path}`;
  }

  /** The absolute address of a file that the API named, which may name it by path alone. */
  fileAddress(url: string): string {
    return url.startsWith('/') ? `${this.options.origin ?? ''}${url}` : url;
  }

  /** Headers that say who asks. */
  credentials(): Record<string, string> {
    const token = this.options.token?.();
    return { ...this.options.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  }

  /**
   * Turns a failed answer into an error, and tells of a 401.
   *
   * @param asked the credentials that were sent: what is said of a token says nothing of the one that has replaced it since
   */
  failure(
    status: number,
    body: Partial<ErrorView> | undefined,
    retryAfter?: number,
    asked: Record<string, string> = this.credentials(),
  ): ApiError {
    const isUnauthorized = status === 401 && body?.code !== 'auth.wrong-credentials';
    if (isUnauthorized && asked.authorization === this.credentials().authorization) this.options.onUnauthorized?.();
    const error = new ApiError(status, body?.message ?? 'Something went wrong', body?.code, body?.errors, retryAfter);
    error.body = body;
    return error;
  }

  /** The error for a request that got no answer. */
  unreachable(): ApiError {
    return new ApiError(0, UNREACHABLE);
  }

  /** @param request stands in for `fetch` */
  async send<T>(method: string, path: string, body?: unknown, signal?: AbortSignal, request = fetch): Promise<T> {
    const timeout = AbortSignal.timeout(this.options.timeout ?? API_TIMEOUT);
    const credentials = this.credentials();
    // Whether nothing comes or only a part of it.
    const missed = (error: unknown): never => {
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
    }).catch(missed);
    if (!response.ok) {
      const answer = await response.json().catch(() => undefined);
      const retryAfter = Number(response.headers.get('retry-after')) || undefined;
      throw this.failure(response.status, answer, retryAfter, credentials);
    }
    return response.json().catch(missed);
  }
}

/** Statuses of a gateway that does not reach the API; 0 where nothing answered. */
const UNREACHED = [0, 502, 503, 504];

/**
 * The sentence to show for a failure: the API's own, where it gave one. Where the API was not reached, a second one says so.
 *
 * @param otherwise for an answer without a sentence; may be empty
 * @param unexpected for no answer at all; without it, the same
 */
export function failureMessage(error: unknown, otherwise: string, unexpected = otherwise): string {
  if (!(error instanceof ApiError)) return unexpected;
  if (error.code !== undefined) return error.message;
  if (!UNREACHED.includes(error.status)) return otherwise;
  return [error.status === 0 ? unexpected : otherwise, UNREACHABLE].filter(Boolean).join('. ');
}

/** A sentence for any failure, and after it the reason, where there is one to tell. */
export const failureWithReason = (error: unknown, sentence: string): string =>
  [sentence, failureMessage(error, '')].filter(Boolean).join('. ');

/** Builds a query string from the values that are set, with its question mark; empty without any. */
export function queryString(values: object): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return set.length === 0 ? '' : `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}`;
}
