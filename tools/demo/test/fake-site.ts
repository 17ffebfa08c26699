import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Responder = (request: { body: string; id: string }) => object;

/** The API's routes that the demo calls. It stores what it receives; every picture is ready. */
export class FakeSite {
  /** Changes of the site, in order: `PUT /admin/settings/website`, `upload Three Sisters`. */
  readonly changes: string[] = [];
  settings: Record<string, string> = { artist_name: '' };
  readonly photos: { id: number; title: string; status: string }[] = [];
  private readonly comments: { id: number; photoId: number; content: string }[] = [];
  readonly galleries: { slug: string; photo_ids: number[] }[] = [];
  private news: object | null = null;
  /** Title of a photo that the artist deletes once it is uploaded. */
  deleted: string | undefined;
  /** Uploads accepted before a 503; unlimited by default. */
  uploadsLeft = Infinity;
  private server: Server | undefined;

  async start(): Promise<string> {
    this.server = createServer((request, response) => {
      void this.respond(request).then((body) => {
        response.statusCode = body ? 200 : 503;
        response.end(JSON.stringify(body ?? { message: 'Gone' }));
      });
    });
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private async respond(request: IncomingMessage): Promise<object | undefined> {
    const path = new URL(request.url ?? '', 'http://localhost').pathname.replace(/^\/api/, '');
    const body = await text(request);
    const id = /\d+/.exec(path)?.[0] ?? '';
    const call = `${request.method} ${path.replace(id || '#', '{id}')}`;
    if (call === 'POST /photos/upload') return this.acceptUpload(/name="title"\r\n\r\n(.*)\r\n/.exec(body)?.[1] ?? '');
    if (request.method !== 'GET' && call !== 'POST /auth/login') this.changes.push(call);
    return this.calls[call]?.({ body, id });
  }

  private acceptUpload(title: string): object | undefined {
    if (this.photos.length >= this.uploadsLeft) return undefined;
    const photo = { id: this.photos.length + 1, title, status: 'ready' };
    if (title !== this.deleted) this.photos.push(photo);
    this.changes.push(`upload ${title}`);
    return { photo };
  }

  private readonly calls: Record<string, Responder> = {
    'POST /auth/login': () => ({ token: 'of-the-demo' }),
    'GET /admin/settings/website': () => ({ settings: { artist_name: { value: this.settings.artist_name } } }),
    'PUT /admin/settings/website': ({ body }) => {
      Object.assign(this.settings, (JSON.parse(body) as { settings: Record<string, string> }).settings);
      return {};
    },
    'GET /photos': () => ({ photos: this.photos }),
    'GET /comments/photo/{id}': ({ id }) => ({ comments: this.comments.filter((one) => one.photoId === Number(id)) }),
    'POST /comments': ({ body }) => {
      const { photo_id: photoId, content } = JSON.parse(body) as { photo_id: number; content: string };
      const comment = { id: this.comments.length + 1, photoId, content };
      this.comments.push(comment);
      return { comment };
    },
    'PUT /comments/{id}/approve': () => ({}),
    'GET /public/news/latest': () => ({ news: this.news }),
    'POST /news': ({ body }) => (this.news = JSON.parse(body) as object),
    'GET /galleries': () => ({ galleries: this.galleries }),
    'POST /galleries': ({ body }) => {
      this.galleries.push(JSON.parse(body) as { slug: string; photo_ids: number[] });
      return {};
    },
  };
}
