import type { ErrorView } from '@portfolio/contracts';
import { networkOf } from '@portfolio/lifecycle';
import type { FastifyRequest, RequestPayload } from 'fastify';
import { viewOf } from './failures.ts';

/** Maximum bytes of a request body, except uploads. The API has the same limit. */
export const MAX_BODY_BYTES = 256 * 1024;

/** Bodies read at once, of up to `MAX_BODY_BYTES` bytes each, and milliseconds until one times out. */
export const READ_LIMITS = { total: 512, perClient: 64, timeout: 15_000 };

type Refuse = (view: ErrorView) => void;

/** Reads request bodies, and the start of uploads, limited for each client. */
export class BodyReader {
  /** Functions that abort the reads in progress, by client, oldest first. */
  private readonly reading = new Map<string, Set<Refuse>>();
  private count = 0;

  constructor(private readonly limits: typeof READ_LIMITS) {}

  /**
   * @returns the body, or the failure: too large, timed out, closed, 429 at the client's own limit, 503 when full or evicted
   *   for another client
   */
  read(request: Pick<FastifyRequest, 'ip'>, payload: RequestPayload): Promise<Buffer | ErrorView> {
    return this.limit<Buffer>(request, (resolve) => collect(payload, this.limits.timeout, resolve));
  }

  /** Waits for the first byte of a body, or its end. @returns undefined, or the failure as of `read` */
  waitForStart(request: Pick<FastifyRequest, 'ip'>, payload: RequestPayload): Promise<ErrorView | undefined> {
    return this.limit<undefined>(request, (resolve) => waitForByte(payload, this.limits.timeout, resolve));
  }

  /** @param start starts a read, and returns a function that aborts it */
  private async limit<T>(
    { ip }: Pick<FastifyRequest, 'ip'>,
    start: (resolve: (outcome: T | ErrorView) => void) => Refuse,
  ): Promise<T | ErrorView> {
    const client = networkOf(ip);
    const own = this.reading.get(client) ?? new Set();
    if (own.size >= this.limits.perClient) return viewOf(429);
    if (this.count >= this.limits.total && !this.evict(own.size)) return viewOf(503);
    this.reading.set(client, own);
    let refuse: Refuse | undefined;
    try {
      return await new Promise((resolve) => {
        refuse = start(resolve);
        own.add(refuse);
        this.count += 1;
      });
    } finally {
      own.delete(refuse!);
      this.count -= 1;
      if (own.size === 0) this.reading.delete(client);
    }
  }

  /**
   * Aborts the oldest body of the client with the most bodies, unless it would then have fewer than the new client with
   * its new body.
   */
  private evict(ownCount: number): boolean {
    let most = new Set<Refuse>();
    for (const bodies of this.reading.values()) if (bodies.size > most.size) most = bodies;
    const [oldest] = most;
    if (!oldest || most.size <= ownCount + 1) return false;
    most.delete(oldest);
    oldest(viewOf(503));
    return true;
  }
}

/** @returns aborts the read */
function collect(payload: RequestPayload, timeout: number, resolve: (outcome: Buffer | ErrorView) => void): Refuse {
  let body = Buffer.alloc(0);
  let length = 0;
  const settle = (outcome: Buffer | ErrorView) => {
    clearTimeout(timer);
    payload.off('data', append);
    resolve(outcome);
  };
  // Copies: an array of one-byte chunks would take a hundred times the memory.
  const append = (chunk: Buffer) => {
    const needed = length + chunk.length;
    if (needed > MAX_BODY_BYTES) return settle(viewOf(413));
    if (needed > body.length) {
      const larger = Buffer.alloc(Math.min(MAX_BODY_BYTES, Math.max(needed, 2 * body.length)));
      body.copy(larger);
      body = larger;
    }
    chunk.copy(body, length);
    length = needed;
  };
  const timer = setTimeout(() => settle(viewOf(408)), timeout).unref();
  payload.on('data', append).once('end', () => settle(body.subarray(0, length)));
  payload.on('error', () => undefined).once('close', () => settle(viewOf(400)));
  return settle;
}

/** @returns aborts the wait */
function waitForByte(
  payload: RequestPayload,
  timeout: number,
  resolve: (failure: ErrorView | undefined) => void,
): Refuse {
  const settle = (failure?: ErrorView) => {
    clearTimeout(timer);
    payload.off('readable', start);
    resolve(failure);
  };
  const start = () => settle();
  const timer = setTimeout(() => settle(viewOf(408)), timeout).unref();
  payload.once('readable', start);
  payload.on('error', () => undefined).once('close', () => settle(viewOf(400)));
  return settle;
}
