import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { OpenedFile, Storage } from '@portfolio/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { isForNone, isFresh, wantedRange } from './conditions.ts';

/** A stored file and how it is answered. */
export interface ServedFile {
  key: string;
  /** Names the content, in quotes: another content has another tag. */
  etag: string;
  contentType: string;
  cacheControl: string;
  /** Value of Content-Disposition; see `disposition`. */
  disposition: string;
  /** Value of X-Robots-Tag. */
  robots?: string;
}

/** Bytes up to which a file is read at once, which costs a third of streaming it: nearly all renditions are smaller. */
const WHOLE = 1024 * 1024;
/** Bytes of such files in memory. While visitors over slow lines hold so many, files are streamed to the others. */
const HELD = 64 * 1024 * 1024;

/** Answers GET and HEAD with stored files. Whether the asker may have them has been decided before. */
export class FileServer {
  private held = 0;

  constructor(private readonly storage: Storage) {}

  /**
   * Answers with the file or the part of it that is asked for, or says that the asker has it already.
   *
   * @returns false where the file is missing, and nothing has been answered
   * @throws AppError media.range where the file has no such part
   */
  async serve(file: ServedFile, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const { headers, method } = request;
    // The tag alone says it: what a cache asks about costs no look at the storage.
    if (isFresh(headers, file.etag)) return sendKnown(file, request, reply);
    const isPlain = method === 'GET' && headers.range === undefined && !isForNone(headers);
    if (!isPlain) return this.servePart(file, request, reply);

    const opened = await this.open(file, reply.raw);
    if (!opened) return false;
    describe(file, opened.bytes, request, reply).send(opened.content);
    return true;
  }

  /**
   * The same for a whole file, past the framework.
   *
   * @param common headers that every answer has, names and values in turn
   */
  async send(
    file: ServedFile,
    common: readonly string[],
    { headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const validators = [...common, ...Object.entries(validatorsOf(file, headers)).flat()];
    if (isFresh(headers, file.etag)) {
      response.writeHead(304, validators).end();
      return true;
    }
    const opened = await this.open(file, response);
    if (!opened) return false;
    const { bytes, content } = opened;
    const described = ['content-type', file.contentType, 'content-disposition', file.disposition];
    response.writeHead(200, [...validators, ...described, 'accept-ranges', 'bytes', 'content-length', String(bytes)]);
    // Who leaves, and a storage that falls silent, both end it all.
    if (content instanceof Readable) pipeline(content, response, () => undefined);
    else response.end(content);
    return true;
  }

  private async servePart(file: ServedFile, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const stored = await this.storage.stat(file.key);
    if (!stored) return false;
    if (isForNone(request.headers)) return sendKnown(file, request, reply);

    // HTTP knows parts for GET alone.
    const isHead = request.method === 'HEAD';
    const range = isHead ? undefined : wantedRange(request.headers, file.etag, stored.bytes);
    if (range === 'outside') {
      reply.header('content-range', `bytes */${stored.bytes}`);
      throw new AppError('media.range');
    }
    // An empty stream for HEAD: without any, Fastify would announce a length of 0.
    const content = isHead ? Readable.from([]) : await this.storage.open(file.key, range);
    if (!content) return false;
    if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${stored.bytes}`);
    describe(file, range ? range.end - range.start + 1 : stored.bytes, request, reply).send(content);
    return true;
  }

  private async open({ key }: ServedFile, response: ServerResponse): Promise<OpenedFile | undefined> {
    const whole = this.held + WHOLE > HELD ? 0 : WHOLE;
    // Others come while it is opened, and how large it is is not known before.
    this.held += whole;
    let held = 0;
    try {
      const opened = await this.storage.fetch(key, whole);
      if (opened && Buffer.isBuffer(opened.content) && !response.destroyed) {
        held = opened.bytes;
        // Until the last of it has been sent, or the asker has gone.
        response.once('close', () => (this.held -= held));
      }
      return opened;
    } finally {
      this.held += held - whole;
    }
  }
}

const describe = (file: ServedFile, bytes: number, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.headers({
    ...validatorsOf(file, headers),
    'accept-ranges': 'bytes',
    'content-type': file.contentType,
    'content-length': bytes,
    'content-disposition': file.disposition,
    'x-content-type-options': 'nosniff',
  });

function sendKnown(file: ServedFile, { headers }: FastifyRequest, reply: FastifyReply): true {
  void reply.headers(validatorsOf(file, headers)).status(304).send();
  return true;
}

/** By this header the gateway says that it keeps what is public, and asks about it each time. */
const KEPT_BY_GATEWAY = 'x-kept-by-gateway';

/** What says which content this is, and who may keep it or list it. Nothing else makes nginx keep a file and yet ask each time. */
const validatorsOf = (
  { etag, cacheControl, robots }: ServedFile,
  asked: IncomingHttpHeaders,
): Record<string, string> => ({
  etag,
  'cache-control': cacheControl,
  ...(robots && { 'x-robots-tag': robots }),
  ...(asked[KEPT_BY_GATEWAY] !== undefined && cacheControl.startsWith('public') ? { 'x-accel-expires': '@1' } : {}),
});
