import type { IncomingMessage, ServerResponse } from 'node:http';
import { Batcher } from '@portfolio/lifecycle';
import { fastPath, type AnyFastPath } from '@portfolio/telemetry';
import { LruCache } from './lru-cache.ts';

/** A picture as it is sent. */
interface CachedPicture {
  /** Names and values in turn. */
  headers: string[];
  body: Buffer;
  /** The mark of the content under which visitors saw it last. */
  seenUnder?: string | undefined;
}

type AnswerHeaders = Record<string, number | string | string[] | undefined>;

/** Bytes of a picture that is worth keeping: nearly all renditions are smaller. */
export const MAX_CACHED_BYTES = 1024 * 1024;
const ROOM = { entries: 2_000, bytes: 32 * 1024 * 1024 };
/** Bytes of pictures on their way. While visitors over slow lines hold so many, pictures stream through to the others. */
const HELD = 64 * 1024 * 1024;

/** As the API writes it. What has a query, such as a ticket, is for somebody alone. */
const ADDRESS = /^\/media\/[\w/.-]+$/;
/** With any of these the answer may be another one. */
const ODD = ['if-none-match', 'range', 'origin', 'authorization', 'content-length', 'transfer-encoding'];
/** The mark of the content: anything else that comes as one says nothing. */
const MARK = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Of a connection, and of the moment. */
const PASSING = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
/** Milliseconds that the API has to say what may be shown. */
const PATIENCE = 5_000;

/**
 * The bytes of public pictures. They are sent only when the API, asked after the request came, says that visitors still
 * see the picture and that this is today's version of it, or that nothing has changed since it said so: all who ask at the
 * same moment in one question. So it is as if nothing was kept, but that a picture is not read and passed on each time.
 */
export class MediaCache {
  private readonly shelf = new LruCache<CachedPicture>(ROOM);
  private readonly visibility: Batcher<string, boolean>;
  private held = 0;

  constructor(private readonly apiOrigin: string) {
    this.visibility = new Batcher((paths) => this.areShown(paths));
  }

  /** Whether an answer of the API may be kept: the whole of a picture that is everybody's, and no longer than most. */
  isWorthKeeping({ method, url = '', headers }: IncomingMessage, status: number, answer: AnswerHeaders): boolean {
    return (
      method === 'GET' &&
      status === 200 &&
      isPlain(url, headers) &&
      /\bpublic\b/.test(String(answer['cache-control'])) &&
      answer['etag'] !== undefined &&
      Number(answer['content-length']) <= MAX_CACHED_BYTES
    );
  }

  /**
   * Has a picture counted until the last of it has been sent, or the asker has gone.
   *
   * @returns false where there is no room for it
   */
  hold(bytes: number, response: ServerResponse): boolean {
    if (response.destroyed || this.held + bytes > HELD) return false;
    this.held += bytes;
    response.once('close', () => (this.held -= bytes));
    return true;
  }

  set(url: string, answer: AnswerHeaders, body: Buffer): void {
    const headers = Object.entries(answer).flatMap(([name, value]) =>
      PASSING.has(name) ? [] : [value ?? []].flat().flatMap((one) => [name, String(one)]),
    );
    this.shelf.set(url, { headers, body }, body.length);
  }

  /** How they are sent, past the framework; all else goes to the API. */
  fastPath(): AnyFastPath {
    return fastPath({
      route: '/media/*',
      read: ({ method, url = '', headers }) =>
        method === 'GET' && isPlain(url, headers) ? this.shelf.get(url) && url : undefined,
      answer: async (url, _request, response) => {
        const isShown = await this.visibility.load(url);
        const picture = isShown ? this.shelf.get(url) : undefined;
        if (!picture) {
          this.shelf.delete(url);
          return false;
        }
        if (!this.hold(picture.body.length, response)) return false;
        response.writeHead(200, picture.headers).end(picture.body);
        return true;
      },
    });
  }

  /** While the mark of the content is the same, so is what visitors see of each picture. */
  private async areShown(paths: string[]): Promise<boolean[]> {
    const patience = AbortSignal.timeout(PATIENCE);
    const answer = await this.ask('/media/mark', patience);
    const mark = answer && MARK.test(answer) ? answer : undefined;
    const isSeen = (path: string) => mark !== undefined && this.shelf.get(path)?.seenUnder === mark;
    const doubtful = [...new Set(paths)].filter((path) => !isSeen(path));
    const shown = new Set(doubtful.length > 0 ? await this.shownOf(doubtful, patience) : []);
    for (const path of mark ? shown : []) {
      const picture = this.shelf.get(path);
      if (picture) picture.seenUnder = mark;
    }
    return paths.map((path) => shown.has(path) || isSeen(path));
  }

  /** One that the API does not know this way, or not with the same headers, is asked for as if none was kept. */
  private async shownOf(paths: string[], patience: AbortSignal): Promise<string[]> {
    const names = paths.map((path) => path.slice('/media/'.length));
    const text = await this.ask(`/media/shown?${names.join('&')}`, patience);
    return text?.length === paths.length ? paths.filter((path, index) => text[index] === this.digitOf(path)) : [];
  }

  /** What the API says of the picture as it is kept: 2 with `X-Robots-Tag`, else 1. */
  private digitOf(path: string): string {
    return this.shelf.get(path)?.headers.includes('x-robots-tag') ? '2' : '1';
  }

  private async ask(path: string, signal: AbortSignal): Promise<string | undefined> {
    const answer = await fetch(this.apiOrigin + path, { signal });
    const text = await answer.text();
    return answer.ok ? text : undefined;
  }
}

const isPlain = (url: string, headers: IncomingMessage['headers']) =>
  ADDRESS.test(url) && ODD.every((name) => headers[name] === undefined);
