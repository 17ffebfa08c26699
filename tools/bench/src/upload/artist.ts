import { setTimeout as wait } from 'node:timers/promises';
import { Api, signIn } from '@portfolio/api-client';
import { DEMO_ACCOUNT, type PhotoView } from '@portfolio/contracts';
import { eventParser, type ServerEvent } from '@portfolio/testing/event-stream';
import type { Upload } from './send-uploads.ts';

const READY_TIMEOUT_MS = 120_000;

/** Times at which the back office shows a photo, by `performance.now()`. */
export interface SeenAt {
  /** The smallest rendition is loaded. */
  visible: number;
  ready: number;
}

interface ExpectedPhoto extends Partial<SeenAt> {
  loading?: Promise<void>;
  done: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

/** The artist in the back office of a demo: follows events and loads renditions like it. */
export class Artist {
  private readonly photos = new Map<number, ExpectedPhoto>();
  private readonly closing = new AbortController();
  private readonly api: Api;

  private constructor(
    private readonly origin: string,
    private readonly token: string,
  ) {
    this.api = new Api({ origin, token: () => token });
  }

  static async signIn(origin: string): Promise<Artist> {
    const { email, password } = DEMO_ACCOUNT;
    const { token } = await signIn(new Api({ origin }), { email, password });
    const artist = new Artist(origin, token);
    await artist.subscribe();
    return artist;
  }

  get uploadAddress(): string {
    return `${this.origin}/api/photos/upload`;
  }

  /** Upload form like a browser's. */
  async form(file: Buffer, title: string): Promise<Upload> {
    const form = new FormData();
    form.append('title', title);
    form.append('image', new File([new Uint8Array(file)], 'photo.jpg', { type: 'image/jpeg' }));
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': type };
    return { headers, body: Buffer.from(await encoded.arrayBuffer()) };
  }

  /** Waits until a photo is ready. @throws when it fails or takes too long */
  async waitForPhoto(id: number): Promise<SeenAt> {
    const photo = this.photo(id);
    const timeout = new AbortController();
    const late = wait(READY_TIMEOUT_MS, undefined, { signal: timeout.signal }).then(() => {
      throw new Error(`Photo ${id} is not ready after ${READY_TIMEOUT_MS / 1000} seconds`);
    });
    await Promise.race([photo.done, late]);
    timeout.abort();
    const { visible = NaN, ready = NaN } = photo;
    return { visible, ready };
  }

  async deletePhotos(ids: number[]): Promise<void> {
    for (const id of ids) {
      await this.api.delete(`/photos/${id}`);
      this.photos.delete(id);
    }
  }

  /** Waits until the queue is idle. */
  async waitForIdleQueue(): Promise<void> {
    for (;;) {
      const { counts } = await this.api.get<{ counts: { waiting: number; active: number } }>('/admin/queue');
      if (counts.waiting + counts.active === 0) return;
      await wait(100);
    }
  }

  close(): void {
    this.closing.abort();
  }

  private photo(id: number): ExpectedPhoto {
    const known = this.photos.get(id);
    if (known) return known;
    const photo = {} as ExpectedPhoto;
    photo.done = new Promise((resolve, reject) => Object.assign(photo, { resolve, reject }));
    // An event may come before waitForPhoto().
    photo.done.catch(() => undefined);
    this.photos.set(id, photo);
    return photo;
  }

  /** Resolves when the event stream is open. */
  private async subscribe(): Promise<void> {
    const { body } = await fetch(`${this.origin}/api/admin/events`, {
      headers: { authorization: `Bearer ${this.token}`, accept: 'text/event-stream' },
      signal: this.closing.signal,
    });
    if (!body) throw new Error('The site has no event stream');
    const [reader, parse] = [body.pipeThrough(new TextDecoderStream()).getReader(), eventParser()];
    const next = async () => {
      const { done, value } = await reader.read();
      if (done) throw new Error('The event stream has ended');
      return parse(value);
    };
    let events: ServerEvent[] = [];
    while (!events.some(({ type }) => type === 'open')) events = await next();
    const follow = async () => {
      for (;;) for (const event of await next()) this.onEvent(event);
    };
    follow().catch((error: Error) => {
      for (const photo of this.photos.values()) photo.reject(error);
    });
  }

  private onEvent({ type, data }: ServerEvent): void {
    const id = (data as { photo_id?: number }).photo_id;
    if (id === undefined) return;
    const photo = this.photo(id);
    if (type === 'photo.failed') photo.reject(new Error(`Photo ${id} cannot be rendered`));
    if (type === 'photo.progress') photo.loading ??= this.loadThumbnail(id, photo).catch(photo.reject);
    if (type === 'photo.ready') void this.onReady(id, photo);
  }

  private async onReady(id: number, photo: ExpectedPhoto): Promise<void> {
    photo.ready = performance.now();
    try {
      await photo.loading;
      if (photo.visible === undefined) await this.loadThumbnail(id, photo);
      photo.resolve();
    } catch (error) {
      photo.reject(error as Error);
    }
  }

  private async loadThumbnail(id: number, photo: ExpectedPhoto): Promise<void> {
    const { small_thumbnail_url: url } = (await this.api.get<{ photo: PhotoView }>(`/photos/${id}`)).photo;
    if (url === null) return;
    const response = await fetch(new URL(url, this.origin));
    if (!response.ok) throw new Error(`${url} answers ${response.status}`);
    await response.arrayBuffer();
    photo.visible = performance.now();
  }
}
