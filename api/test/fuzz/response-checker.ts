import type { ApiEnv } from '../../src/env.ts';
import type { DescribedResponses } from '../http/described-responses.ts';
import type { GeneratedRequest, RawResponse } from './send.ts';

/** Texts of the server, its libraries and its database that no response may contain. No request contains them. */
const INTERNAL =
  /QueryFailedError|node_modules|\$argon2|password_?[hH]ash|\n\s+at .+:\d+|\.[jt]s:\d+|file:\/\/|postgres(ql)?:\/\/|violates [\w-]+ constraint|syntax error at|invalid input syntax|duplicate key|relation "|originals\/|ECONNREFUSED|TypeError|RangeError|is not a function|ENOENT/;

/** Checks responses for leaks, failures and deviations from the API document. */
export class ResponseChecker {
  private readonly secrets: string[];

  constructor(
    private readonly described: DescribedResponses,
    { STORAGE_DIR, UPLOAD_DIR, JWT_SECRET, DATABASE_URL }: ApiEnv,
  ) {
    this.secrets = [STORAGE_DIR!, UPLOAD_DIR, JWT_SECRET, DATABASE_URL];
  }

  /** @returns the fault of a response, or undefined */
  faultOf({ method, path }: GeneratedRequest, { status, headers, body }: RawResponse): string | undefined {
    const contentType = String(headers['content-type'] ?? '');
    const isJson = contentType.startsWith('application/json');
    const text = `${JSON.stringify(headers)}\n${isJson ? body.toString() : ''}`;
    const leak = INTERNAL.exec(text)?.[0] ?? this.secrets.find((secret) => text.includes(secret));
    if (leak !== undefined) return `leaks internals: ${leak}`;
    const { operationId = '' } = this.described.operationOf(method, path) ?? {};
    // Their requests to database and queue have a time limit, which a busy machine may exceed.
    const isTimeLimited = /^(health|queue)\./.test(operationId);
    if (status >= 500 && !(isTimeLimited && status === 503)) return `failed with ${status}`;
    if (method === 'OPTIONS') return undefined;
    let parsed: unknown;
    try {
      parsed = isJson && method !== 'HEAD' ? JSON.parse(body.toString()) : undefined;
    } catch {
      return 'sends invalid JSON';
    }
    return this.described.faultOf({ method, path, status, contentType, body: parsed });
  }
}
