import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { SiteEvent } from '@portfolio/contracts';
import { EventListener } from '@portfolio/database';
import { AuthService } from '../auth/auth.service.ts';
import { ApiEnv } from '../env.ts';
import { AppError } from '../http/app-error.ts';
import { EventStream } from './event-stream.ts';

/** Streams of one process at once. There is one administrator: more than a few are a client that went wrong. */
const MAX_STREAMS = 100;

/** Milliseconds between two signs of life; gateways commonly give up on a connection after a silent minute. */
const KEEP_ALIVE = 15_000;

/** Milliseconds for which a look at the tokens holds: a session that was ended hears nothing of what happens later. */
const LOOK_HOLDS = 500;

/** All streams of this process, fed by one connection to the database that the first of them opens. */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly logger = new Logger('events');
  private readonly tokens = new Map<EventStream, string>();
  private readonly listener: EventListener;
  private pulse: NodeJS.Timeout | undefined;
  private isClosing = false;
  /** The latest look at the tokens, and when it began. */
  private look = { began: 0, end: Promise.resolve() };

  constructor(
    { DATABASE_URL }: ApiEnv,
    private readonly auth: AuthService,
  ) {
    this.listener = new EventListener(
      DATABASE_URL,
      (event) => void this.tell(event),
      () => this.each((stream) => stream.tellOpen()),
    );
  }

  /** Streams that are open now. */
  get size(): number {
    return this.tokens.size;
  }

  /**
   * @param token whose end is the end of the stream
   * @throws AppError when there are too many, or the process is about to end
   */
  open(token: string): EventStream {
    if (this.isClosing || this.size >= MAX_STREAMS) throw new AppError('service.unavailable');
    const stream = new EventStream();
    this.tokens.set(stream, token);
    stream.once('close', () => this.tokens.delete(stream));
    if (this.listener.isListening) stream.tellOpen();
    // Sends the headers; the client hears that it is open once that is so.
    else stream.keepAlive();
    this.begin();
    return stream;
  }

  /** Gives every stream a sign of life, and ends those whose token has expired or been revoked. */
  async keepAlive(): Promise<void> {
    await this.endRevoked();
    this.each((stream) => stream.keepAlive());
  }

  /** Tells every stream whose token is still good. */
  private async tell(event: SiteEvent): Promise<void> {
    if (Date.now() - this.look.began >= LOOK_HOLDS) {
      // After the one before, so that events are told in their order.
      this.look = { began: Date.now(), end: this.look.end.then(() => this.endRevoked()) };
    }
    await this.look.end;
    this.each((stream) => stream.tell(event));
  }

  private async endRevoked(): Promise<void> {
    const tokens = [...new Set(this.tokens.values())];
    const isGood = new Map(await Promise.all(tokens.map(async (token) => [token, await this.isGood(token)] as const)));
    for (const [stream, token] of this.tokens) {
      // A stream that was opened while the others were asked about is one that was just looked at.
      if (isGood.get(token) !== false) continue;
      this.tokens.delete(stream);
      stream.end();
    }
  }

  /** Ends all streams for good: whoever reads them comes back at once, to a process that stays. */
  end(): void {
    this.isClosing = true;
    clearInterval(this.pulse);
    this.each((stream) => stream.end());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.end();
    await this.listener.close();
  }

  private begin(): void {
    if (this.pulse) return;
    this.pulse = setInterval(() => void this.keepAlive(), KEEP_ALIVE);
    void this.listener.open();
  }

  private each(act: (stream: EventStream) => void): void {
    for (const stream of this.tokens.keys()) act(stream);
  }

  private async isGood(token: string): Promise<boolean> {
    try {
      return (await this.auth.sessionOfToken(token)) !== undefined;
    } catch (error) {
      // A database that is away says nothing about the token, and tells no events either.
      this.logger.warn(`A token could not be looked at again: ${String(error)}`);
      return true;
    }
  }
}
