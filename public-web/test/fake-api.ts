import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GalleryView, PhotoView, PictureView } from '@portfolio/contracts';
import { aComment, aGallery, aNewsItem, aPhoto, aPosition, someSettings, someTexts } from './fixtures.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Handlers by path and query, such as `/api/photos/1`. Their results are sent as JSON. */
export type Handlers = Record<string, Handler>;

/** Thrown by a handler to send an error. */
export class Refusal extends Error {
  constructor(
    readonly statusCode: number,
    readonly code: string,
    message: string,
    readonly more: { errors?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(message);
  }
}

/** JSON body of a request. */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return JSON.parse(text);
}

/** A small site: one gallery of three photos, comments on the first, one news item. */
export function aSite(): Handlers {
  const photos = [1, 2, 3].map((id) => aPhoto({ id, title: ['Harbour', 'Pier', 'Lighthouse'][id - 1] as string }));
  const gallery = aGallery();
  const list = { galleries: [gallery], total: 1, next_cursor: null };
  return {
    '/api/galleries?limit=24': () => list,
    '/api/galleries?limit=6': () => list,
    '/api/galleries/slack-water?limit=60': () => ({ gallery: { ...gallery, photoCount: 3 }, photos }),
    '/api/galleries/slack-water/next': () => ({
      gallery: aGallery({ id: 2, title: 'Dry Country', slug: 'dry-country' }),
    }),
    ...Object.fromEntries(photos.map((photo) => [`/api/photos/${photo.id}`, () => ({ photo })])),
    ...Object.fromEntries(
      photos.map(({ id }) => [`/api/galleries/slack-water/photos/${id}/neighbours`, () => aPosition(photos, id)]),
    ),
    '/api/comments/photo/1?limit=20': () => ({ comments: [aComment()], total: 1, next_cursor: null }),
    '/api/public/news/latest': () => ({ news: aNewsItem() }),
    '/api/public/settings': () => someSettings(),
    '/api/public/texts': () => someTexts(),
  };
}

/** Handlers of the sitemap of a small site. */
export function aSitemap(galleries: Pick<GalleryView, 'slug' | 'preview'>[], photos: PhotoView[]): Handlers {
  const entries = galleries.length + photos.length;
  const largestJpeg = (picture: PictureView | null) =>
    picture?.renditions.findLast(({ format }) => format === 'jpeg')?.url ?? null;
  return {
    '/api/tags': () => ({ tags: [] }),
    '/api/public/sitemap': () => ({ parts: entries > 0 ? [{ part: 1, entries }] : [] }),
    '/api/public/sitemap/1': () => ({
      galleries: galleries.map(({ slug, preview }) => ({ slug, image: largestJpeg(preview) })),
      photos: photos.map((photo) => ({ id: photo.id, image: largestJpeg(photo) })),
    }),
  };
}

/** Starts an API with these handlers; other URLs respond with 404. */
export async function startFakeApi(responses: Handlers) {
  const requests: IncomingMessage[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request);
    const send = (status: number, body: unknown, headers = {}) => {
      if (response.headersSent) return;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    try {
      const handler = responses[request.url ?? ''];
      if (!handler) throw new Refusal(404, 'route.not-found', 'Not found');
      send(200, await handler(request, response));
    } catch (error) {
      const { statusCode, code, message, more = {} } = error as Refusal;
      send(statusCode, { statusCode, code, message, errors: more.errors }, more.headers);
    }
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    responses,
    /** All requests so far. */
    requests,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
