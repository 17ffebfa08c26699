import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, type Connections } from '@portfolio/lifecycle';

/** How many requests may ask the API at once. */
export interface SlotLimits {
  total: number;
  /** Of one client: so many that a page's pictures do not wait, and a fraction of all. */
  perClient: number;
  /** Requests of one client that wait for their turn. */
  waiting: number;
}

export const SLOT_LIMITS: SlotLimits = { total: 128, perClient: 32, waiting: 256 };

/** Part of the time for unread responses after which one is cut where others wait for its slot. */
const UNREAD_FRACTION = 1 / 6;

interface Asker {
  ip: string;
  raw: IncomingMessage;
}

interface Slot {
  client: string;
  socket: Socket;
}

/** Requests for which the API is asked, limited for each client; the others wait. */
export class UpstreamSlots {
  private readonly taken = new Set<Slot>();
  /** How many of them each client has. */
  private readonly counts = new Map<string, number>();
  private readonly waiting = new Map<Slot, () => void>();
  private checking: NodeJS.Timeout | undefined;

  constructor(
    private readonly connections: Connections,
    private readonly limits: SlotLimits,
  ) {}

  /**
   * @param begin called when there is a slot; it is free again when the response has been sent or its connection has ended
   * @returns false where too many requests of the client wait already
   */
  take({ ip, raw }: Asker, { raw: response }: { raw: ServerResponse }, begin: () => void): boolean {
    // Gone while its body was read.
    if (response.destroyed) return true;
    const client = networkOf(ip);
    const slot = { client, socket: raw.socket };
    if (this.hasRoom(client)) {
      this.begin(slot, begin);
    } else {
      if ([...this.waiting.keys()].filter((other) => other.client === client).length >= this.limits.waiting)
        return false;
      // It begins when another request ends, and still knows which one it is itself.
      this.waiting.set(slot, AsyncResource.bind(begin));
      this.checking ??= setInterval(() => this.cutUnread(), this.patience / 5).unref();
    }
    response.once('close', () => this.leave(slot));
    return true;
  }

  private get patience(): number {
    return this.connections.unreadTimeout * UNREAD_FRACTION;
  }

  private hasRoom(client: string): boolean {
    return this.taken.size < this.limits.total && this.countOf(client) < this.limits.perClient;
  }

  private countOf(client: string): number {
    return this.counts.get(client) ?? 0;
  }

  private begin(slot: Slot, begin: () => void): void {
    this.waiting.delete(slot);
    this.taken.add(slot);
    this.counts.set(slot.client, this.countOf(slot.client) + 1);
    begin();
  }

  private leave(slot: Slot): void {
    this.waiting.delete(slot);
    if (this.taken.delete(slot)) {
      const left = this.countOf(slot.client) - 1;
      if (left > 0) this.counts.set(slot.client, left);
      else this.counts.delete(slot.client);
      const [next, begin] = this.next() ?? [];
      if (next && begin) this.begin(next, begin);
    }
    if (this.waiting.size > 0) return;
    clearInterval(this.checking);
    this.checking = undefined;
  }

  /**
   * The newest request of the client that has the fewest slots. So nobody waits behind all requests of another client, nor,
   * at the address of an attacker, behind sockets that nobody reads.
   */
  private next(): [Slot, () => void] | undefined {
    let next: [Slot, () => void] | undefined;
    let fewest = this.limits.perClient - 1;
    for (const entry of this.waiting) {
      const has = this.countOf(entry[0].client);
      if (has <= fewest) [next, fewest] = [entry, has];
    }
    return next;
  }

  /** Ends connections that hold a slot and take nothing, sooner than those that nobody waits for. */
  private cutUnread(): void {
    const isFull = this.taken.size >= this.limits.total;
    const pressed = new Set([...this.waiting.keys()].map(({ client }) => client));
    for (const { client, socket } of this.taken) {
      if (!isFull && !pressed.has(client)) continue;
      if (this.connections.stalledFor(socket) >= this.patience) socket.resetAndDestroy();
    }
  }
}
