import { Readable } from 'node:stream';
import type { SiteEvent } from '@portfolio/contracts';

/** Bytes that may wait for a client which does not read. One that is cut off asks again, and reads anew what it shows. */
const BACKLOG = 64 * 1024;

/** Server-sent events to one client: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
export class EventStream extends Readable {
  override _read(): void {
    // Nothing is made when it is asked for: events come when they happen.
  }

  tell({ type, ...details }: SiteEvent): void {
    this.write(`event: ${type}\ndata: ${JSON.stringify(details)}\n\n`);
  }

  /** Says that from here on no event is missed, while earlier ones may have been. */
  tellOpen(): void {
    this.write('event: open\ndata: {}\n\n');
  }

  /** A comment, so that neither side nor anybody between takes the connection for dead. */
  keepAlive(): void {
    this.write(': keep-alive\n\n');
  }

  /** Ends at once, also for a client that has not read all. */
  end(): void {
    if (this.readableLength > 0) this.destroy();
    else this.push(null);
  }

  private write(text: string): void {
    if (this.destroyed || this.readableEnded) return;
    this.push(text);
    if (this.readableLength > BACKLOG) this.destroy();
  }
}
