import { Readable } from 'node:stream';
import type { Storage } from '@portfolio/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { isForNone, isKnown, wantedRange } from './conditions.ts';

/** A stored file and how it is answered. */
export interface ServedFile {
  key: string;
  /** Names the content, in quotes: another content has another tag. */
  etag: string;
  contentType: string;
  cacheControl: string;
  /** Value of Content-Disposition; see `disposition`. */
  disposition: string;
}

/**
 * Answers GET or HEAD with a stored file or the part of it that is asked for, or says that the asker has it already.
 * Whether the asker may have it has been decided before.
 *
 * @returns false where the file is missing, and nothing has been answered
 * @throws AppError media.range where the file has no such part
 */
export async function serveFile(
  storage: Storage,
  file: ServedFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  // The tag alone says it: what a cache asks about costs no look at the storage.
  if (isKnown(request.headers, file.etag)) return sendKnown(file, reply);
  const stored = await storage.stat(file.key);
  if (!stored) return false;
  if (isForNone(request.headers)) return sendKnown(file, reply);

  // HTTP knows parts for GET alone.
  const isHead = request.method === 'HEAD';
  const range = isHead ? undefined : wantedRange(request.headers, file.etag, stored.bytes);
  if (range === 'outside') {
    reply.header('content-range', `bytes */${stored.bytes}`);
    throw new AppError('media.range');
  }
  // An empty stream for HEAD: without any, Fastify would announce a length of 0.
  const content = isHead ? Readable.from([]) : await storage.open(file.key, range);
  if (!content) return false;
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${stored.bytes}`);
  await withValidators(file, reply)
    .header('accept-ranges', 'bytes')
    .header('content-type', file.contentType)
    .header('content-length', range ? range.end - range.start + 1 : stored.bytes)
    .header('content-disposition', file.disposition)
    .header('x-content-type-options', 'nosniff')
    .send(content);
  return true;
}

function sendKnown(file: ServedFile, reply: FastifyReply): true {
  void withValidators(file, reply).status(304).send();
  return true;
}

const withValidators = ({ etag, cacheControl }: ServedFile, reply: FastifyReply) =>
  reply.header('etag', etag).header('cache-control', cacheControl);
