import { request } from 'node:http';
import type { GeneratedRequest, Received } from './generated-request.ts';

/** Milliseconds after which an answer counts as none. */
const PATIENCE = 30_000;

/** Sends requests as they are, without the care that `fetch` takes of what is in them. */
export class Sender {
  constructor(private readonly origin: string) {}

  send({ method, path, headers, body }: GeneratedRequest): Promise<Received> {
    const { hostname, port } = new URL(this.origin);
    return new Promise((resolve, reject) => {
      const sent = request({ agent: false, hostname, port, method, path, headers, timeout: PATIENCE }, (answer) => {
        const received = { status: answer.statusCode ?? 0, headers: answer.headers };
        // A stream of events has no end.
        if (answer.headers['content-type']?.startsWith('text/event-stream')) {
          resolve({ ...received, body: Buffer.alloc(0) });
          return void answer.destroy();
        }
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => resolve({ ...received, body: Buffer.concat(parts) }));
        answer.on('error', reject);
      });
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${PATIENCE} ms`)));
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
