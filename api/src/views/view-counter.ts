import { createHmac } from 'node:crypto';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { type CountView, MAX_ID, PAGE_NAMES } from '@portfolio/contracts';
import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientAddressOf, isFromPerson } from '../http/from-request.ts';
import { ViewsRepository } from './views.repository.ts';

/** Milliseconds until buffered views are stored. */
const FLUSH_AFTER_MS = 2_000;

/** Views that this process buffers; further ones do not count. */
const MAX_BUFFERED = 5_000;

const MAX_USER_AGENT = 300;

/** Counted views of one network per minute. In memory: a counter in the database would cost each view a transaction. */
const LIMIT = { points: 120, duration: 60 };

/** Public page: a fixed one, a photo, a gallery or a tag. */
export interface PageKey {
  path?: string;
  photoId?: number;
  slug?: string;
  tag?: string;
}

interface BufferedView extends PageKey {
  referrer?: string;
  /** Address and browser. They stay in memory until the next flush, which hashes them. */
  visitor: string;
}

/** Buffers views and stores them in batches. A failed batch is lost. */
@Injectable()
export class ViewCounter implements OnModuleDestroy {
  private readonly logger = new Logger('views');
  private readonly limiter = new RateLimiterMemory(LIMIT);
  private buffer: BufferedView[] = [];
  private flushing = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly views: ViewsRepository) {}

  onModuleDestroy(): Promise<void> {
    return this.flush();
  }

  async count({ page, from }: CountView, request: FastifyRequest): Promise<void> {
    const key = pageKeyOf(page);
    const { 'user-agent': browser = '' } = request.headers;
    if (!key || this.buffer.length >= MAX_BUFFERED || !isFromPerson(request)) return;
    const address = clientAddressOf(request);
    if (await this.limiter.consume(address).catch(() => undefined)) {
      const [referrer] = from?.toLowerCase().split(':') ?? [];
      const isOwn = referrer === request.hostname;
      const visitor = `${address} ${browser.slice(0, MAX_USER_AGENT)}`;
      this.buffer.push({ ...key, ...(referrer && !isOwn && { referrer }), visitor });
      this.timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
    }
  }

  /** Stores the buffered views. Batches follow each other, so that no two of this process wait for the same rows. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flushing = this.flushing.then(() => this.store()).catch((error: unknown) => this.logger.warn(error));
    return this.flushing;
  }

  /** Empties the buffer only after the batch before: `MAX_BUFFERED` bounds both while the database does not respond. */
  private async store(): Promise<void> {
    const batch = this.buffer;
    this.buffer = [];
    if (batch.length === 0) return;
    const { day, salt } = await this.views.openDay();
    const hashed = batch.map(({ visitor, ...view }) => ({
      ...view,
      visitor: createHmac('sha256', salt).update(visitor).digest('hex'),
    }));
    await this.views.add(day, hashed);
  }
}

/** Pages with an address for each item. The query was decoded: a tag may contain any character. */
const PAGE = /^\/(?:photo\/(?<photoId>[1-9]\d{0,9})\/?|gallery\/(?<slug>[a-z\d-]+)\/?|tags\/(?<tag>.+))$/;

/** Key of a path such as `/gallery/sea`; undefined for an unknown one. */
function pageKeyOf(page: string): PageKey | undefined {
  const path = page.replace(/(.)\/$/, '$1');
  if (Object.hasOwn(PAGE_NAMES, path)) return { path };
  const { photoId, slug, tag } = PAGE.exec(page)?.groups ?? {};
  if (photoId !== undefined) return Number(photoId) <= MAX_ID ? { photoId: Number(photoId) } : undefined;
  if (tag !== undefined) return { tag };
  return slug === undefined ? undefined : { slug };
}
