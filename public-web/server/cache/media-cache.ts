import type { IncomingMessage, ServerResponse } from 'node:http';
import { Batcher } from '@portfolio/lifecycle';
import type { FastPath } from '@portfolio/telemetry';
import { LRUCache } from 'lru-cache';
import { fetchText, readContentVersion } from './content-version.ts';

interface CachedRendition {
  /** Alternating names and values. */
  headers: string[];
  body: Buffer;
  /** Content version in which the rendition was last known to be public. */
  publicInVersion?: string | undefined;
}

type ResponseHeaders = Record<string, number | string | string[] | undefined>;

/** Bytes of the largest cached rendition; nearly all are smaller. */
const MAX_CACHED_BYTES = 1024 * 1024;
const LIMITS = { max: 2_000, maxSize: 32 * 1024 * 1024 };
/** Bytes of buffered responses in flight. Beyond it, renditions stream through. */
const MAX_IN_FLIGHT_BYTES = 64 * 1024 * 1024;

/** Media URLs without a query. A query, such as a ticket, is personal. */
const PUBLIC_URL = /^\/media\/[\w/.-]+$/;
/** Request headers that may change the response. */
const VARYING = ['if-none-match', 'range', 'origin', 'authorization', 'content-length', 'transfer-encoding'];
/** Headers of one connection or moment. */
const NOT_CACHED = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
/** Milliseconds between two batches of lookups: a request to the API costs as much as ten responses. */
const BATCH_INTERVAL = 5;
const TIMEOUT_MS = 5_000;

/**
 * LRU cache of public renditions. Before each cached response the API confirms, in a batch, that the content version is
 * unchanged or that the rendition is still public.
 */
export class MediaCache {
  private readonly renditions = new LRUCache<string, CachedRendition>(LIMITS);
  private readonly visibility: Batcher<string, boolean>;
  private inFlightBytes = 0;

  constructor(private readonly apiOrigin: string) {
    this.visibility = new Batcher((paths) => this.arePublic(paths), BATCH_INTERVAL);
  }

  /** Whether a response of the API may be cached: a whole public rendition of at most `MAX_CACHED_BYTES`. */
  isCacheable({ method, url = '', headers }: IncomingMessage, status: number, response: ResponseHeaders): boolean {
    return (
      method === 'GET' &&
      status === 200 &&
      isPlain(url, headers) &&
      /\bpublic\b/.test(String(response['cache-control'])) &&
      response['etag'] !== undefined &&
      Number(response['content-length']) <= MAX_CACHED_BYTES
    );
  }

  /**
   * Counts a buffered response until it is sent or its connection closes.
   *
   * @returns false if the buffers are full or the connection is closed
   */
  reserve(bytes: number, response: ServerResponse): boolean {
    if (response.destroyed || this.inFlightBytes + bytes > MAX_IN_FLIGHT_BYTES) return false;
    this.inFlightBytes += bytes;
    response.once('close', () => (this.inFlightBytes -= bytes));
    return true;
  }

  set(url: string, response: ResponseHeaders, body: Buffer): void {
    const headers = Object.entries(response).flatMap(([name, value]) =>
      NOT_CACHED.has(name) ? [] : [value ?? []].flat().flatMap((one) => [name, String(one)]),
    );
    this.renditions.set(url, { headers, body }, { size: body.length + 2 * url.length });
  }

  /** Serves cached renditions; all other requests fall back to the proxy. */
  fastPath(): FastPath {
    return {
      route: '/media/*',
      take: ({ method, url = '', headers }, response) => {
        if (method !== 'GET' || !isPlain(url, headers) || !this.renditions.get(url)) return undefined;
        return () => this.sendPublic(url, response);
      },
    };
  }

  private async sendPublic(url: string, response: ServerResponse): Promise<boolean> {
    const isPublic = await this.visibility.load(url);
    const rendition = isPublic ? this.renditions.get(url) : undefined;
    if (!rendition) {
      this.renditions.delete(url);
      return false;
    }
    if (!this.reserve(rendition.body.length, response)) return false;
    response.writeHead(200, rendition.headers).end(rendition.body);
    return true;
  }

  /** Under one content version the visibility of a rendition does not change. */
  private async arePublic(paths: string[]): Promise<boolean[]> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const version = await readContentVersion(this.apiOrigin, signal);
    const isKnown = (path: string) => version !== undefined && this.renditions.get(path)?.publicInVersion === version;
    const unknown = [...new Set(paths)].filter((path) => !isKnown(path));
    const confirmed = new Set(unknown.length > 0 ? await this.fetchPublic(unknown, signal) : []);
    for (const path of version ? confirmed : []) {
      const rendition = this.renditions.get(path);
      if (rendition) rendition.publicInVersion = version;
    }
    return paths.map((path) => confirmed.has(path) || isKnown(path));
  }

  /** The API returns a digit for each rendition: 0 if hidden, else 1, plus 1 if unlisted, plus 2 if AI crawlers are refused. */
  private async fetchPublic(paths: string[], signal: AbortSignal): Promise<string[]> {
    const names = paths.map((path) => path.slice('/media/'.length));
    const digits = await fetchText(`${this.apiOrigin}/media/shown?${names.join('&')}`, signal);
    return digits?.length === paths.length ? paths.filter((path, index) => digits[index] === this.digitOf(path)) : [];
  }

  /** The digit under which the cached headers are valid. */
  private digitOf(path: string): string {
    const has = (name: string) => this.renditions.get(path)?.headers.includes(name);
    return String(1 + (has('x-robots-tag') ? 1 : 0) + (has('tdm-reservation') ? 2 : 0));
  }
}

const isPlain = (url: string, headers: IncomingMessage['headers']) =>
  PUBLIC_URL.test(url) && VARYING.every((name) => headers[name] === undefined);
