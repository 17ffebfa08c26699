import { Inject, Injectable } from '@nestjs/common';
import type { Viewer } from '@portfolio/database';
import { STORAGE, type Storage } from '@portfolio/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { disposition, fileNameOf } from './file-name.ts';
import { PUBLIC_CACHING, readRendition, typeOfOriginal } from './media-files.ts';
import type { MediaKind } from './media-kind.ts';
import { MediaRepository } from './media.repository.ts';
import { MediaTickets } from './media-tickets.ts';
import { serveFile } from './serve-file.ts';

/** What is asked for, and where the answer goes. */
export interface MediaCall {
  id: number;
  /** As it came in the address, where anything can be written. */
  ticket?: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers with the files of pictures, of every kind. */
@Injectable()
export class MediaService {
  constructor(
    private readonly media: MediaRepository,
    private readonly tickets: MediaTickets,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /**
   * Answers one size of a picture in one format: to everybody where visitors see the picture, else by ticket. An earlier
   * version leads on to today's.
   *
   * @throws AppError media.not-found, media.range
   */
  async rendition(kind: MediaKind, version: string, file: string, call: MediaCall): Promise<void> {
    if (await this.answerRendition(kind, version, file, call)) return;
    // Between the row and the file it may have been rendered again: then the row leads on now.
    if (await this.answerRendition(kind, version, file, call)) return;
    throw new AppError('media.not-found');
  }

  /**
   * Answers a picture as it was uploaded: to the administrator, or by ticket. To anybody else there is no such file.
   *
   * @throws AppError media.not-found, media.range
   */
  async original(
    kind: MediaKind,
    shown: 'inline' | 'attachment',
    viewer: Viewer,
    { id, ticket, request, reply }: MediaCall,
  ): Promise<void> {
    const isAdmitted = viewer === 'administrator' || this.tickets.admits(kind.originalTicket(id), ticket);
    const found = isAdmitted ? await this.media.findOriginal(kind, id) : undefined;
    if (!found) throw new AppError('media.not-found');
    const { type, ending } = typeOfOriginal(found.key);
    const served = {
      key: found.key,
      etag: `"${found.hash}"`,
      contentType: type,
      cacheControl: 'private, no-store',
      disposition: disposition(shown, fileNameOf(found.title, id, ending.slice(1))),
    };
    if (!(await serveFile(this.storage, served, request, reply))) throw new AppError('media.not-found');
  }

  /** @returns false where the file is missing */
  private async answerRendition(
    kind: MediaKind,
    version: string,
    file: string,
    { id, ticket, request, reply }: MediaCall,
  ): Promise<boolean> {
    const { width, format } = readRendition(version, file);
    const found = await this.media.findRendition(kind, id, { width, format });
    const purpose = kind.renditionTicket?.(id);
    const isAdmitted = found?.isPublic || (purpose !== undefined && this.tickets.admits(purpose, ticket));
    if (!found || !isAdmitted) throw new AppError('media.not-found');
    if (found.version !== version) {
      // Rendered again since that address was given: a page that is open shows the picture all the same.
      const query = found.isPublic ? '' : `?ticket=${String(ticket)}`;
      const address = `${kind.path}/${id}/${found.version}/${file}${query}`;
      void reply.header('cache-control', 'no-store').redirect(address, 302);
      return true;
    }
    const served = {
      key: kind.keys.rendition(id, version, width, format),
      etag: `"${kind.name}-${id}-${version}-${width}-${format}"`,
      contentType: `image/${format}`,
      cacheControl: found.isPublic ? PUBLIC_CACHING : 'private, max-age=3600',
      disposition: disposition('inline', `${kind.name}-${id}-${width}.${format}`),
    };
    return serveFile(this.storage, served, request, reply);
  }
}
