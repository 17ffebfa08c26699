import { Readable } from 'node:stream';
import type { SiteEvent } from '@portfolio/contracts';

/** Bytes buffered for a slow client. Beyond it the stream ends; the client reconnects and refetches. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** Server-sent events to one client: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
export class EventStream extends Readable {
  override _read(): void {
    // Push only.
  }

  send({ type, ...details }: SiteEvent): void {
    this.write(`event: ${type}\ndata: ${JSON.stringify(details)}\n\n`);
  }

  /** Earlier events may be lost, later ones are not. */
  sendOpen(): void {
    this.write('event: open\ndata: {}\n\n');
  }

  /** Comment line, which keeps the connection from timing out. */
  sendKeepAlive(): void {
    this.write(': keep-alive\n\n');
  }

  /** Ends at once, also with unread data. */
  end(): void {
    if (this.readableLength > 0) this.destroy();
    else this.push(null);
  }

  private write(text: string): void {
    if (this.destroyed || this.readableEnded) return;
    this.push(text);
    if (this.readableLength > MAX_BUFFERED_BYTES) this.destroy();
  }
}
