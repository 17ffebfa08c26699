import type { ApiEnv } from '../src/env.ts';
import type { DescribedResponses } from '../test/http/described-responses.ts';
import type { GeneratedRequest, Received } from './generated-request.ts';

/** What only the inside of the server, its libraries or its database says. No request is made of such words. */
const INSIDE =
  /QueryFailedError|node_modules|\$argon2|\n\s+at .+:\d+|\.[jt]s:\d+|file:\/\/|postgres(ql)?:\/\/|violates [\w-]+ constraint|syntax error at|invalid input syntax|duplicate key|relation "|originals\/|ECONNREFUSED|TypeError|RangeError|is not a function|ENOENT/;

/** Judges what a running api answers to whatever is asked. */
export class Judge {
  private readonly secrets: string[];

  constructor(
    private readonly described: DescribedResponses,
    { STORAGE_DIR, UPLOAD_DIR, JWT_SECRET, DATABASE_URL }: ApiEnv,
  ) {
    this.secrets = [STORAGE_DIR!, UPLOAD_DIR, JWT_SECRET, DATABASE_URL];
  }

  /** @returns what is wrong with the answer; undefined where nothing is */
  faultOf({ method, path }: GeneratedRequest, { status, headers, body }: Received): string | undefined {
    const contentType = String(headers['content-type'] ?? '');
    const isJson = contentType.startsWith('application/json');
    const text = `${JSON.stringify(headers)}\n${isJson ? body.toString() : ''}`;
    const leak = INSIDE.exec(text)?.[0] ?? this.secrets.find((secret) => text.includes(secret));
    if (leak !== undefined) return `it tells of its inside: ${leak}`;
    const isHealth = this.described.operationOf(method, path)?.operationId === 'health.check';
    if (status >= 500 && !(isHealth && status === 503)) return `it failed with ${status}`;
    if (method === 'OPTIONS') return undefined;
    let parsed: unknown;
    try {
      parsed = isJson && method !== 'HEAD' ? JSON.parse(body.toString()) : undefined;
    } catch {
      return 'its JSON is broken';
    }
    return this.described.faultOf({ method, path, status, contentType, body: parsed });
  }
}
