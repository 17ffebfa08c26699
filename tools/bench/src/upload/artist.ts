import { Api, imageForm, signIn } from '@portfolio/api-client';
import { DEMO_ACCOUNT, type PhotoView } from '@portfolio/contracts';
import { eventually, waitUntil } from '@portfolio/lifecycle/supervisor';
import { eventParser, type ServerEvent } from '@portfolio/testing/event-stream';
import type { Upload } from './upload-rounds.ts';

const READY_TIMEOUT_MS = 120_000;

/** Times at which the back office shows a photo, by `performance.now()`. */
export interface SeenAt {
  /** The smallest rendition is loaded. */
  visible?: number;
  ready?: number;
}

/** The artist in the back office of a demo: follows events and loads renditions like it. */
export class Artist {
  private readonly photos = new Map<number, SeenAt & { loading?: Promise<void> }>();
  /** Deleted photos; events of them may still arrive. */
  private readonly deleted = new Set<number>();
  private readonly closing = new AbortController();
  private readonly api: Api;
  private failure: Error | undefined;

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
    const image = new File([new Uint8Array(file)], 'photo.jpg', { type: 'image/jpeg' });
    const encoded = new Response(imageForm(image, { title }));
    const type = encoded.headers.get('content-type') ?? '';
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': type };
    return { headers, body: Buffer.from(await encoded.arrayBuffer()) };
  }

  /** Waits until a photo is ready. @throws when a photo fails or this one takes too long */
  async waitForPhoto(id: number): Promise<Required<SeenAt>> {
    const isSeen = ({ visible, ready }: SeenAt) => visible !== undefined && ready !== undefined;
    const { visible, ready } = await eventually(
      () => this.photo(id),
      (photo) => isSeen(photo) || this.failure !== undefined,
      { timeoutMs: READY_TIMEOUT_MS, intervalMs: 20 },
    );
    if (visible !== undefined && ready !== undefined) return { visible, ready };
    throw this.failure ?? new Error(`Photo ${id} is not ready after ${READY_TIMEOUT_MS / 1000} seconds`);
  }

  async deletePhotos(ids: number[]): Promise<void> {
    for (const id of ids) {
      this.deleted.add(id);
      await this.api.delete(`/photos/${id}`);
      this.photos.delete(id);
    }
  }

  async waitForIdleQueue(): Promise<void> {
    await waitUntil(
      async () => {
        const { counts } = await this.api.get<{ counts: { waiting: number; active: number } }>('/admin/queue');
        return counts.waiting + counts.active === 0;
      },
      { timeoutMs: Infinity },
    );
  }

  stop(): void {
    this.closing.abort();
  }

  /** An event may come before waitForPhoto(). */
  private photo(id: number) {
    const photo = this.photos.get(id) ?? {};
    this.photos.set(id, photo);
    return photo;
  }

  /** Resolves when the event stream is open. */
  private async subscribe(): Promise<void> {
    const { body, ok, status } = await fetch(`${this.origin}/api/admin/events`, {
      headers: { authorization: `Bearer ${this.token}`, accept: 'text/event-stream' },
      signal: this.closing.signal,
    });
    if (!ok || !body) throw new Error(`The event stream has status ${status}`);
    const parse = eventParser();
    await new Promise<void>((resolve, reject) => {
      const read = async () => {
        for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
          for (const event of parse(chunk)) {
            if (event.type === 'open') resolve();
            else this.onEvent(event);
          }
        }
        throw new Error('The event stream has ended');
      };
      read().catch((error: Error) => {
        this.failure ??= error;
        reject(error);
      });
    });
  }

  private onEvent({ type, data }: ServerEvent): void {
    const id = (data as { photo_id?: number }).photo_id;
    if (id === undefined || this.deleted.has(id)) return;
    this.onPhotoEvent(type, id).catch((error: Error) => {
      if (!this.deleted.has(id)) this.failure ??= error;
    });
  }

  private async onPhotoEvent(type: string, id: number): Promise<void> {
    if (type === 'photo.failed') throw new Error(`Photo ${id} cannot be rendered`);
    if (type !== 'photo.progress' && type !== 'photo.ready') return;
    const photo = this.photo(id);
    if (type === 'photo.ready') photo.ready = performance.now();
    await photo.loading;
    if (photo.visible === undefined) await (photo.loading = this.loadThumbnail(id, photo));
  }

  private async loadThumbnail(id: number, photo: SeenAt): Promise<void> {
    const { small_thumbnail_url: url } = (await this.api.get<{ photo: PhotoView }>(`/photos/${id}`)).photo;
    if (url === null) return;
    const response = await fetch(new URL(url, this.origin));
    if (!response.ok) throw new Error(`The response to ${url} has status ${response.status}`);
    await response.arrayBuffer();
    photo.visible = performance.now();
  }
}
