import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, type Connections } from '@portfolio/lifecycle';

/**
 * Concurrent requests to the API, and queued requests of one client. A client gets enough for all pictures of a page, and a
 * fraction of the total.
 */
export const SLOT_LIMITS = { total: 128, perClient: 32, waiting: 256 };

/** Fraction of the unread timeout after which a stalled response is cut if others wait for its slot. */
const UNREAD_FRACTION = 1 / 6;

interface Slot {
  client: string;
  socket: Socket;
}

/** Semaphore for requests to the API, fair between clients. */
export class UpstreamSlots {
  private readonly taken = new Set<Slot>();
  /** Taken slots by client. */
  private readonly counts = new Map<string, number>();
  private readonly waiting = new Map<Slot, () => void>();
  private checking: NodeJS.Timeout | undefined;

  constructor(
    private readonly connections: Connections,
    private readonly limits: typeof SLOT_LIMITS,
  ) {}

  /**
   * Resolves with a slot, which is released when the response or its connection ends.
   *
   * @throws an error with status 429 if too many requests of the client are queued
   */
  wait({ ip, raw }: { ip: string; raw: IncomingMessage }, { raw: response }: { raw: ServerResponse }): Promise<void> {
    return new Promise((start, reject) => {
      // The connection closed while the body was read.
      if (response.destroyed) return;
      const client = networkOf(ip);
      const slot = { client, socket: raw.socket };
      if (this.isFree(client)) {
        this.start(slot, start);
      } else {
        const queued = [...this.waiting.keys()].filter((other) => other.client === client);
        if (queued.length >= this.limits.waiting) {
          reject(Object.assign(new Error('Too many'), { statusCode: 429 }));
          return;
        }
        this.waiting.set(slot, start);
        this.checking ??= setInterval(() => this.cutUnread(), this.unreadTimeout / 5).unref();
      }
      response.once('close', () => this.release(slot));
    });
  }

  private get unreadTimeout(): number {
    return this.connections.unreadTimeout * UNREAD_FRACTION;
  }

  private isFree(client: string): boolean {
    return this.taken.size < this.limits.total && this.countOf(client) < this.limits.perClient;
  }

  private countOf(client: string): number {
    return this.counts.get(client) ?? 0;
  }

  private start(slot: Slot, start: () => void): void {
    this.waiting.delete(slot);
    this.taken.add(slot);
    this.counts.set(slot.client, this.countOf(slot.client) + 1);
    start();
  }

  private release(slot: Slot): void {
    this.waiting.delete(slot);
    if (this.taken.delete(slot)) {
      const left = this.countOf(slot.client) - 1;
      if (left > 0) this.counts.set(slot.client, left);
      else this.counts.delete(slot.client);
      const [next, start] = this.next() ?? [];
      if (next && start) this.start(next, start);
    }
    if (this.waiting.size > 0) return;
    clearInterval(this.checking);
    this.checking = undefined;
  }

  /** The newest request of the client with the fewest slots: no client waits behind another's queue or stalled sockets. */
  private next(): [Slot, () => void] | undefined {
    let next: [Slot, () => void] | undefined;
    let fewest = this.limits.perClient - 1;
    for (const entry of this.waiting) {
      const count = this.countOf(entry[0].client);
      if (count <= fewest) [next, fewest] = [entry, count];
    }
    return next;
  }

  /** Closes stalled connections whose slots others wait for. */
  private cutUnread(): void {
    const isFull = this.taken.size >= this.limits.total;
    const waitingClients = new Set([...this.waiting.keys()].map(({ client }) => client));
    for (const { client, socket } of this.taken) {
      if (!isFull && !waitingClients.has(client)) continue;
      if (this.connections.stalledFor(socket) >= this.unreadTimeout) socket.resetAndDestroy();
    }
  }
}
