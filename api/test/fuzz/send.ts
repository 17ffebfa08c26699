import { request } from 'node:http';

/** Request as it is sent. */
export interface GeneratedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const TIMEOUT_MS = 30_000;

/** Sends requests without the validation of `fetch`. */
export class Sender {
  constructor(private readonly origin: string) {}

  send({ method, path, headers, body }: GeneratedRequest): Promise<RawResponse> {
    const { hostname, port } = new URL(this.origin);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { agent: false, hostname, port, method, path, headers, timeout: TIMEOUT_MS },
        (response) => {
          const head = { status: response.statusCode ?? 0, headers: response.headers };
          // An event stream does not end.
          if (response.headers['content-type']?.startsWith('text/event-stream')) {
            resolve({ ...head, body: Buffer.alloc(0) });
            return void response.destroy();
          }
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve({ ...head, body: Buffer.concat(chunks) }));
          response.on('error', reject);
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no response in ${TIMEOUT_MS} ms`)));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}
