import { Readable } from 'node:stream';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { SiteEvent } from '@portfolio/contracts';
import { EventListener } from '@portfolio/database';
import { AuthService } from '../auth/auth.service.ts';
import { ApiEnv } from '../env.ts';
import { AppError } from '../http/app-error.ts';

/** Concurrent streams of one process: far more than administrators need. */
const MAX_STREAMS = 100;

/** Milliseconds; gateways commonly close a connection after a silent minute. */
const KEEP_ALIVE_INTERVAL_MS = 15_000;

/** Milliseconds for which a check of the tokens is valid. */
const TOKEN_CHECK_TTL_MS = 500;

/** Bytes buffered for a slow client. Beyond it the stream ends; the client reconnects and refetches. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** Server-sent events to one client: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
class EventStream extends Readable {
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

/** All event streams of this process, fed by one connection to the database, which the first stream opens. */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly logger = new Logger('events');
  private readonly tokens = new Map<EventStream, string>();
  private readonly listener: EventListener;
  private keepAliveTimer: NodeJS.Timeout | undefined;
  private isClosing = false;
  private tokenCheck = { startedAt: 0, done: Promise.resolve() };

  constructor(
    { DATABASE_URL }: ApiEnv,
    private readonly auth: AuthService,
  ) {
    this.listener = new EventListener(
      DATABASE_URL,
      (event) => void this.broadcast(event),
      () => this.each((stream) => stream.sendOpen()),
    );
  }

  get size(): number {
    return this.tokens.size;
  }

  /**
   * @param token the stream ends with it
   * @throws AppError when there are too many streams, or during shutdown
   */
  open(token: string): EventStream {
    if (this.isClosing || this.size >= MAX_STREAMS) throw new AppError('service.unavailable');
    const stream = new EventStream();
    this.tokens.set(stream, token);
    stream.once('close', () => this.tokens.delete(stream));
    if (this.listener.isListening) stream.sendOpen();
    // Sends the headers; `open` follows once the listener is connected.
    else stream.sendKeepAlive();
    this.start();
    return stream;
  }

  /** Ends streams whose token has expired or been revoked, and keeps the others alive. */
  async keepAlive(): Promise<void> {
    await this.endRevoked();
    this.each((stream) => stream.sendKeepAlive());
  }

  /** Sends the event to every stream with a valid token. */
  private async broadcast(event: SiteEvent): Promise<void> {
    if (Date.now() - this.tokenCheck.startedAt >= TOKEN_CHECK_TTL_MS) {
      // Checks run one after the other, which preserves the order of events.
      this.tokenCheck = { startedAt: Date.now(), done: this.tokenCheck.done.then(() => this.endRevoked()) };
    }
    await this.tokenCheck.done;
    this.each((stream) => stream.send(event));
  }

  private async endRevoked(): Promise<void> {
    const tokens = [...new Set(this.tokens.values())];
    const isValid = new Map(
      await Promise.all(tokens.map(async (token) => [token, await this.isValid(token)] as const)),
    );
    for (const [stream, token] of this.tokens) {
      // Streams opened during the check were just authenticated.
      if (isValid.get(token) !== false) continue;
      this.tokens.delete(stream);
      stream.end();
    }
  }

  /** Ends all streams: clients reconnect to another process. */
  end(): void {
    this.isClosing = true;
    clearInterval(this.keepAliveTimer);
    this.each((stream) => stream.end());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.end();
    await this.listener.close();
  }

  private start(): void {
    if (this.keepAliveTimer) return;
    this.keepAliveTimer = setInterval(() => void this.keepAlive(), KEEP_ALIVE_INTERVAL_MS);
    void this.listener.open();
  }

  private each(act: (stream: EventStream) => void): void {
    for (const stream of this.tokens.keys()) act(stream);
  }

  private async isValid(token: string): Promise<boolean> {
    try {
      return (await this.auth.sessionOfToken(token)) !== undefined;
    } catch (error) {
      // The database is down, and sends no events either.
      this.logger.warn(`A token could not be checked: ${String(error)}`);
      return true;
    }
  }
}
