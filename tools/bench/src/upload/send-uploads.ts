import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Request body with its headers. */
export interface Upload {
  body: Buffer;
  headers: Record<string, string>;
}

/** Upload with its response; times are `performance.now()`. */
export interface SentUpload {
  start: number;
  accepted: number;
  /** Body of the response. */
  body: string;
}

/** Parallel uploads of the back office: CONCURRENCY in admin-web/src/features/photos/uploads/queue/upload-queue.ts. */
const CONNECTIONS = 3;

/** Posts uploads over three keep-alive connections. @throws for a status other than 201 */
export async function sendUploads(address: string, uploads: Upload[]): Promise<SentUpload[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const queue = [...uploads.entries()];
  const sent: SentUpload[] = [];
  const send = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, upload] = next;
      sent[index] = await post(address, upload, agent);
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, send));
    return sent;
  } finally {
    agent.destroy();
  }
}

async function post(address: string, { body, headers }: Upload, agent: Agent): Promise<SentUpload> {
  const start = performance.now();
  const sending = request(address, { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } });
  sending.end(body);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  const responseBody = await text(response);
  if (response.statusCode !== 201)
    throw new Error(`The response of ${address} has status ${response.statusCode}: ${responseBody}`);
  return { start, accepted: performance.now(), body: responseBody };
}
