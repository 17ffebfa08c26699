import { setTimeout as wait } from 'node:timers/promises';
import type { Upload } from './send.ts';
import { eventReader, type ServerEvent } from './site-events.ts';

/** Milliseconds within which a photo has to be ready. */
const PATIENCE = 120_000;

/** When the artist sees what of a photo, in milliseconds of this process's clock. */
export interface Seen {
  /** Its smallest picture has come, byte by byte. */
  visible: number;
  ready: number;
}

interface Awaited extends Partial<Seen> {
  looking?: Promise<void>;
  settled: Settled;
}

interface Settled {
  promise: Promise<void>;
  resolve: () => void;
  reject: (fault: Error) => void;
}

/** Somebody who is signed in to the back office of a demo, and looks on as it does: told by events, and reading what they tell of. */
export class Artist {
  private readonly photos = new Map<number, Awaited>();
  private readonly leaving = new AbortController();

  private constructor(
    private readonly origin: string,
    private readonly token: string,
  ) {}

  static async signIn(origin: string): Promise<Artist> {
    const { demo } = (await (await fetch(`${origin}/api/public/demo`)).json()) as { demo: object };
    const response = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(demo),
    });
    const { token } = (await response.json()) as { token?: string };
    if (token === undefined) throw new Error(`Nobody can sign in: ${response.status}`);
    const artist = new Artist(origin, token);
    await artist.listen();
    return artist;
  }

  get uploadAddress(): string {
    return `${this.origin}/api/photos/upload`;
  }

  /** As a browser sends a photo: the details, and then the file. */
  async form(file: Buffer, title: string): Promise<Upload> {
    const form = new FormData();
    form.append('title', title);
    form.append('image', new File([new Uint8Array(file)], 'photo.jpg', { type: 'image/jpeg' }));
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': type };
    return { headers, body: Buffer.from(await encoded.arrayBuffer()) };
  }

  /** @throws when the photo cannot be rendered, or takes too long */
  async see(id: number): Promise<Seen> {
    const photo = this.photo(id);
    const late = new AbortController();
    const tooLong = wait(PATIENCE, undefined, { signal: late.signal }).then(() => {
      throw new Error(`Photo ${id} is not ready after ${PATIENCE / 1000} seconds`);
    });
    await Promise.race([photo.settled.promise, tooLong]);
    late.abort();
    const { visible = NaN, ready = NaN } = photo;
    return { visible, ready };
  }

  /** Takes photos away. */
  async remove(ids: number[]): Promise<void> {
    for (const id of ids) {
      await this.ask(`/photos/${id}`, 'DELETE');
      this.photos.delete(id);
    }
  }

  /** Waits until the worker has nothing to do. */
  async rest(): Promise<void> {
    for (;;) {
      const { counts } = await this.ask<{ counts: { waiting: number; active: number } }>('/admin/queue');
      if (counts.waiting + counts.active === 0) return;
      await wait(100);
    }
  }

  leave(): void {
    this.leaving.abort();
  }

  private photo(id: number): Awaited {
    const known = this.photos.get(id);
    if (known) return known;
    let [resolve, reject]: [() => void, (fault: Error) => void] = [() => undefined, () => undefined];
    const promise = new Promise<void>((kept, broken) => ([resolve, reject] = [kept, broken]));
    // Nobody may have asked for it yet.
    promise.catch(() => undefined);
    const photo = { settled: { promise, resolve, reject } };
    this.photos.set(id, photo);
    return photo;
  }

  /** Until the stream is open nothing that happens is told. */
  private async listen(): Promise<void> {
    const { body } = await fetch(`${this.origin}/api/admin/events`, {
      headers: { ...this.credentials, accept: 'text/event-stream' },
      signal: this.leaving.signal,
    });
    if (!body) throw new Error('The site tells of no events');
    const [pieces, read] = [body.pipeThrough(new TextDecoderStream()).getReader(), eventReader()];
    const next = async () => {
      const { done, value } = await pieces.read();
      if (done) throw new Error('The stream of events has ended');
      return read(value);
    };
    let events: ServerEvent[] = [];
    while (!events.some(({ type }) => type === 'open')) events = await next();
    const goOn = async () => {
      for (;;) for (const event of await next()) this.hear(event);
    };
    goOn().catch((fault: Error) => {
      for (const { settled } of this.photos.values()) settled.reject(fault);
    });
  }

  private hear({ type, data }: ServerEvent): void {
    const id = (data as { photo_id?: number }).photo_id;
    if (id === undefined) return;
    const photo = this.photo(id);
    if (type === 'photo.failed') photo.settled.reject(new Error(`Photo ${id} cannot be rendered`));
    if (type === 'photo.progress') photo.looking ??= this.look(id, photo).catch(photo.settled.reject);
    if (type === 'photo.ready') void this.end(id, photo);
  }

  private async end(id: number, photo: Awaited): Promise<void> {
    photo.ready = performance.now();
    try {
      await photo.looking;
      if (photo.visible === undefined) await this.look(id, photo);
      photo.settled.resolve();
    } catch (fault) {
      photo.settled.reject(fault as Error);
    }
  }

  /** Reads the photo, and the smallest picture of it if there is one. */
  private async look(id: number, photo: Awaited): Promise<void> {
    const path = `/photos/${id}`;
    const { small_thumbnail_url: url } = (await this.ask<{ photo: Thumbnail }>(path)).photo;
    if (url === null) return;
    const picture = await fetch(new URL(url, this.origin));
    if (!picture.ok) throw new Error(`${url} is answered with ${picture.status}`);
    await picture.arrayBuffer();
    photo.visible = performance.now();
  }

  private async ask<T>(path: string, method = 'GET'): Promise<T> {
    const response = await fetch(`${this.origin}/api${path}`, { method, headers: this.credentials });
    if (!response.ok) throw new Error(`${method} ${path} is answered with ${response.status}`);
    return (await response.json()) as T;
  }

  private get credentials() {
    return { authorization: `Bearer ${this.token}` };
  }
}

interface Thumbnail {
  small_thumbnail_url: string | null;
}
