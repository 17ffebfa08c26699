import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { ByteRange, OpenedFile, Storage } from '@portfolio/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { AppError } from '../http/app-error.ts';

/** A stored file with its response headers. */
export interface ServedFile {
  key: string;
  /** Strong entity tag, in quotes. */
  etag: string;
  contentType: string;
  cacheControl: string;
  /** Value of Content-Disposition; see `disposition`. */
  disposition: string;
  crawlers?: Record<string, string>;
}

/** Files up to this size are buffered, at a third of the cost of streaming. Nearly all renditions are smaller. */
const MAX_BUFFERED = 1024 * 1024;
/** Limit of all buffers. While slow visitors occupy it, further files are streamed. */
const MAX_BUFFERS = 64 * 1024 * 1024;

/** Serves stored files to GET and HEAD, after the access check. */
export class FileServer {
  private buffered = 0;

  constructor(private readonly storage: Storage) {}

  /**
   * Serves the file, a range of it, or 304.
   *
   * @returns false where the file is missing and nothing is sent
   * @throws AppError media.range for an unsatisfiable range
   */
  async serve(file: ServedFile, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const { headers, method } = request;
    // Revalidation needs no access to the storage.
    if (isFresh(headers, file.etag)) return sendNotModified(file, request, reply);
    const isPlain = method === 'GET' && headers.range === undefined && !matchesAny(headers);
    if (!isPlain) return this.servePart(file, request, reply);

    const opened = await this.open(file, reply.raw);
    if (!opened) return false;
    reply.headers(entityHeadersOf(file, opened.bytes, headers)).send(opened.content);
    return true;
  }

  /** The same for a whole file, past the framework. @param common headers of every response, names and values in turn */
  async send(
    file: ServedFile,
    common: readonly string[],
    { headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const withCommon = (own: Record<string, string>) => [...common, ...Object.entries(own).flat()];
    if (isFresh(headers, file.etag)) {
      response.writeHead(304, withCommon(validatorsOf(file, headers))).end();
      return true;
    }
    const opened = await this.open(file, response);
    if (!opened) return false;
    const { bytes, content } = opened;
    response.writeHead(200, withCommon(entityHeadersOf(file, bytes, headers)));
    // Ends both on a disconnect and on a storage timeout.
    if (content instanceof Readable) pipeline(content, response, () => undefined);
    else response.end(content);
    return true;
  }

  private async servePart(file: ServedFile, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const stored = await this.storage.stat(file.key);
    if (!stored) return false;
    if (matchesAny(request.headers)) return sendNotModified(file, request, reply);

    // HTTP defines ranges for GET only.
    const isHead = request.method === 'HEAD';
    const range = isHead ? undefined : parseRange(request.headers, file.etag, stored.bytes);
    if (range === 'unsatisfiable') {
      reply.header('content-range', `bytes */${stored.bytes}`);
      throw new AppError('media.range');
    }
    // An empty stream for HEAD: without one Fastify sends a length of 0.
    const content = isHead ? Readable.from([]) : await this.storage.open(file.key, range);
    if (!content) return false;
    if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${stored.bytes}`);
    const bytes = range ? range.end - range.start + 1 : stored.bytes;
    reply.headers(entityHeadersOf(file, bytes, request.headers)).send(content);
    return true;
  }

  private async open({ key }: ServedFile, response: ServerResponse): Promise<OpenedFile | undefined> {
    const reserved = this.buffered + MAX_BUFFERED > MAX_BUFFERS ? 0 : MAX_BUFFERED;
    // Reserved before the size is known, since others open files meanwhile.
    this.buffered += reserved;
    let used = 0;
    try {
      const opened = await this.storage.fetch(key, reserved);
      if (opened && Buffer.isBuffer(opened.content) && !response.destroyed) {
        used = opened.bytes;
        response.once('close', () => (this.buffered -= used));
      }
      return opened;
    } finally {
      this.buffered += used - reserved;
    }
  }
}

/** Headers of 200 and 206. */
const entityHeadersOf = (file: ServedFile, bytes: number, requestHeaders: IncomingHttpHeaders) => ({
  ...validatorsOf(file, requestHeaders),
  'accept-ranges': 'bytes',
  'content-type': file.contentType,
  'content-length': String(bytes),
  'content-disposition': file.disposition,
});

function sendNotModified(file: ServedFile, { headers }: FastifyRequest, reply: FastifyReply): true {
  void reply.headers(validatorsOf(file, headers)).status(304).send();
  return true;
}

/** Request header of a gateway that caches public files and revalidates them each time. */
const GATEWAY_CACHE = 'x-kept-by-gateway';

/** Headers of 200, 206 and 304 alike. Only `x-accel-expires: @1` makes nginx cache a file and revalidate it each time. */
const validatorsOf = (
  { etag, cacheControl, crawlers }: ServedFile,
  requestHeaders: IncomingHttpHeaders,
): Record<string, string> => ({
  etag,
  'cache-control': cacheControl,
  ...crawlers,
  ...(requestHeaders[GATEWAY_CACHE] !== undefined && cacheControl.startsWith('public') && { 'x-accel-expires': '@1' }),
});

/** Whether `If-None-Match` lists the tag, weak or not (RFC 9110, 13.1.2); `*` is checked by `matchesAny`. */
export const isFresh = ({ 'if-none-match': tags = '' }: IncomingHttpHeaders, etag: string): boolean =>
  tags.trim() !== '*' && fresh({ 'if-none-match': tags }, { etag });

/** Whether `If-None-Match` matches any existing file. */
const matchesAny = ({ 'if-none-match': tags }: IncomingHttpHeaders): boolean => tags?.trim() === '*';

/**
 * Parses `Range` (RFC 9110, 14.2). `range-parser` would answer 416 to a suffix longer than the file, and to an invalid range.
 *
 * @param bytes size of the file
 * @returns undefined for the whole file: for several or invalid ranges, and where `If-Range` names another version
 */
export function parseRange(
  headers: IncomingHttpHeaders,
  etag: string,
  bytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const { range = '', 'if-range': version } = headers;
  // A strong comparison: a weak tag or a date never matches.
  if (version !== undefined && version !== etag) return undefined;
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return fromTo(Math.max(0, bytes - Number(last)), bytes - 1);
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return fromTo(Number(first), last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1));
}

const fromTo = (start: number, end: number) => (start <= end ? { start, end } : 'unsatisfiable');
