import type { ErrorView } from '@portfolio/contracts';
import { networkOf } from '@portfolio/lifecycle';
import type { FastifyRequest, RequestPayload } from 'fastify';
import { viewOf } from './http/failures.ts';

/** Bytes that the API takes of a body that is no upload. */
export const BODY_LIMIT = 256 * 1024;

/** How many bodies are read at once, of `BODY_LIMIT` bytes each. */
export interface BodyLimits {
  total: number;
  /** Of one client. */
  perClient: number;
  /** Milliseconds for one. */
  timeout: number;
}

export const BODY_LIMITS: BodyLimits = { total: 512, perClient: 64, timeout: 15_000 };

type Refuse = (view: ErrorView) => void;

/** Reads bodies that are no uploads, limited for each client. */
export class BodyReader {
  /** How the bodies that are being read are given up, by client, oldest first. */
  private readonly reading = new Map<string, Set<Refuse>>();
  private count = 0;

  constructor(private readonly limits: BodyLimits) {}

  /**
   * @returns the body, or the failure: it is too large, has not arrived in time, its sender has gone or sends too many, or
   * another client needs its place
   */
  async read({ ip }: Pick<FastifyRequest, 'ip'>, payload: RequestPayload): Promise<Buffer | ErrorView> {
    const client = networkOf(ip);
    const own = this.reading.get(client) ?? new Set();
    if (own.size >= this.limits.perClient) return viewOf(429);
    if (this.count >= this.limits.total && !this.makeRoom(own.size)) return viewOf(503);
    this.reading.set(client, own);
    let refuse: Refuse | undefined;
    try {
      return await new Promise((resolve) => {
        refuse = collect(payload, this.limits.timeout, resolve);
        own.add(refuse);
        this.count += 1;
      });
    } finally {
      own.delete(refuse!);
      this.count -= 1;
      if (own.size === 0) this.reading.delete(client);
    }
  }

  /** Gives up the oldest body of the client with the most, unless that has no more than the one who asks would have. */
  private makeRoom(own: number): boolean {
    let most = new Set<Refuse>();
    for (const bodies of this.reading.values()) if (bodies.size > most.size) most = bodies;
    const [oldest] = most;
    if (!oldest || most.size <= own + 1) return false;
    most.delete(oldest);
    oldest(viewOf(503));
    return true;
  }
}

/** @returns gives the body up */
function collect(payload: RequestPayload, timeout: number, resolve: (outcome: Buffer | ErrorView) => void): Refuse {
  let body = Buffer.alloc(0);
  let length = 0;
  const settle = (outcome: Buffer | ErrorView) => {
    clearTimeout(late);
    payload.off('data', take);
    resolve(outcome);
  };
  // Copied: a piece may be one byte, and a buffer of its own for each costs a hundred times as much.
  const take = (piece: Buffer) => {
    const needed = length + piece.length;
    if (needed > BODY_LIMIT) return settle(viewOf(413));
    if (needed > body.length) {
      const larger = Buffer.alloc(Math.min(BODY_LIMIT, Math.max(needed, 2 * body.length)));
      body.copy(larger);
      body = larger;
    }
    piece.copy(body, length);
    length = needed;
  };
  const late = setTimeout(() => settle(viewOf(408)), timeout).unref();
  payload.on('data', take).once('end', () => settle(body.subarray(0, length)));
  payload.on('error', () => undefined).once('close', () => settle(viewOf(400)));
  return settle;
}
