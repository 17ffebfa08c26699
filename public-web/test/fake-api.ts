import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aComment, aGallery, aNewsItem, aPhoto, aPlace, someSettings, someTexts } from './fixtures.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Keys are path and query, such as `/api/photos/1`. What an answer returns is sent as JSON. */
export type Answers = Record<string, Answer>;

/** Thrown by an answer to send an error. */
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

/** What was sent to the API. */
export async function sentTo(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return JSON.parse(text);
}

/** A small site: one gallery of three photos, comments on the first, one news item. */
export function aSite(): Answers {
  const photos = [1, 2, 3].map((id) => aPhoto({ id, title: ['Harbour', 'Pier', 'Lighthouse'][id - 1] as string }));
  const gallery = aGallery();
  const list = { galleries: [gallery], total: 1, next_cursor: null };
  return {
    '/api/galleries?limit=24': () => list,
    '/api/galleries?limit=6': () => list,
    '/api/galleries/slack-water?limit=60': () => ({ gallery: { ...gallery, photoCount: 3 }, photos }),
    ...Object.fromEntries(photos.map((photo) => [`/api/photos/${photo.id}`, () => ({ photo })])),
    ...Object.fromEntries(
      photos.map(({ id }) => [`/api/galleries/slack-water/photos/${id}/neighbours`, () => aPlace(photos, id)]),
    ),
    '/api/comments/photo/1?limit=20': () => ({ comments: [aComment()], total: 1, next_cursor: null }),
    '/api/public/news/latest': () => ({ news: aNewsItem() }),
    '/api/public/settings': () => someSettings(),
    '/api/public/texts': () => someTexts(),
  };
}

/** An API of canned answers on a port of its own; what has none is not found. */
export async function startFakeApi(answers: Answers) {
  const asked: IncomingMessage[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request);
    const send = (status: number, body: unknown, headers = {}) => {
      if (response.headersSent) return;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    try {
      const known = answers[request.url ?? ''];
      if (!known) throw new Refusal(404, 'route.not-found', 'Not found');
      send(200, await known(request, response));
    } catch (error) {
      const { statusCode, code, message, more = {} } = error as Refusal;
      send(statusCode, { statusCode, code, message, errors: more.errors }, more.headers);
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    answers,
    /** Every request so far. */
    asked,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
