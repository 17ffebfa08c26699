import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** A body with the headers that say what it is. */
export interface Upload {
  body: Buffer;
  headers: Record<string, string>;
}

/** One upload that was answered, in milliseconds of this process's clock. */
export interface Sent {
  began: number;
  accepted: number;
  /** What was answered. */
  answer: string;
}

/** As many as the back office sends at the same time: CONCURRENCY in admin-web/src/features/photos/uploads/queue/upload-queue.ts. */
const CONNECTIONS = 3;

/**
 * Sends uploads over three connections, each as soon as one of them is free.
 *
 * @param address where each is posted to
 * @throws when one is not answered with 201
 */
export async function sendAll(address: string, uploads: Upload[]): Promise<Sent[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const waiting = [...uploads.entries()];
  const sent: Sent[] = [];
  const send = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
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

async function post(address: string, { body, headers }: Upload, agent: Agent): Promise<Sent> {
  const began = performance.now();
  const sending = request(address, { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } });
  sending.end(body);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 201) throw new Error(`${address} answers ${response.statusCode}: ${answer}`);
  return { began, accepted: performance.now(), answer };
}
