import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Rendition, Viewer } from '@portfolio/database';
import { STORAGE, trashKey, type Storage } from '@portfolio/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { MEDIA_SECURITY_HEADERS } from '../http/security-headers.ts';
import { disposition, fileNameOf } from './file-name.ts';
import { FileServer, type ServedFile } from './file-server.ts';
import { PUBLIC_CACHING, readRendition, typeOfOriginal } from './media-files.ts';
import type { MediaKind } from './media-kind.ts';
import { type FoundRendition, MediaRepository } from './media.repository.ts';
import { MediaTickets } from './media-tickets.ts';

/** What is asked for, and where the answer goes. */
export interface MediaCall {
  id: number;
  /** As it came in the address, where anything can be written. */
  ticket?: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A rendition as its address names it. */
export interface PlainRendition extends Pick<Rendition, 'width' | 'format'> {
  id: number;
  version: string;
}

/** Answers with the files of pictures, of every kind. */
@Injectable()
export class MediaService {
  private readonly files: FileServer;

  constructor(
    private readonly media: MediaRepository,
    private readonly tickets: MediaTickets,
    @Inject(STORAGE) storage: Storage,
  ) {
    this.files = new FileServer(storage);
  }

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
   * The same past the framework, for what is asked most: a whole file of today's version of a picture that visitors see.
   *
   * @returns false for anything else; nothing has been answered then
   */
  async shownRendition(
    kind: MediaKind,
    rendition: PlainRendition,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const shown = await this.findShown(kind, rendition);
    if (!shown) return false;
    const file = renditionFile(kind, rendition, PUBLIC_CACHING, shown.isUnlisted);
    return this.files.send(file, MEDIA_SECURITY_HEADERS, request, response);
  }

  /** @returns undefined unless visitors see the picture, and today's version of it is that one */
  async findShown(kind: MediaKind, rendition: PlainRendition): Promise<FoundRendition | undefined> {
    const found = await this.media.findRendition(kind, rendition);
    return found?.isPublic && found.version === rendition.version ? found : undefined;
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
    if (await this.files.serve(served, request, reply)) return;
    if (await this.files.serve({ ...served, key: trashKey(found.key) }, request, reply)) return;
    throw new AppError('media.not-found');
  }

  /** @returns false where the file is missing */
  private async answerRendition(
    kind: MediaKind,
    version: string,
    file: string,
    { id, ticket, request, reply }: MediaCall,
  ): Promise<boolean> {
    const { width, format } = readRendition(version, file);
    const purpose = kind.renditionTicket?.(id);
    // Whether or not the picture is there, so that time tells nobody.
    const isAdmitted = purpose !== undefined && this.tickets.admits(purpose, ticket);
    const found = await this.media.findRendition(kind, { id, width, format });
    if (!found || !(found.isPublic || isAdmitted)) throw new AppError('media.not-found');
    if (found.version !== version) {
      // Rendered again since that address was given: a page that is open shows the picture all the same.
      const query = found.isPublic ? '' : `?ticket=${String(ticket)}`;
      const address = `${kind.path}/${id}/${found.version}/${file}${query}`;
      void reply.header('cache-control', 'no-store').redirect(address, 302);
      return true;
    }
    const cacheControl = found.isPublic ? PUBLIC_CACHING : 'private, max-age=3600';
    const served = renditionFile(kind, { id, version, width, format }, cacheControl, found.isUnlisted);
    return this.files.serve(served, request, reply);
  }
}

/**
 * @param rendition of plain numbers and names, as `readRendition` gives them
 * @param isUnlisted search engines are kept out; by another tag, since a cache that revalidates leaves headers as they were
 */
function renditionFile(
  kind: MediaKind,
  rendition: PlainRendition,
  cacheControl: string,
  isUnlisted: boolean,
): ServedFile {
  const { id, version, width, format } = rendition;
  return {
    key: kind.keys.rendition(id, version, width, format),
    etag: `"${kind.name}-${id}-${version}-${width}-${format}${isUnlisted ? '-noindex' : ''}"`,
    ...(isUnlisted && { robots: 'noindex' }),
    contentType: `image/${format}`,
    cacheControl,
    disposition: `inline; filename="${kind.name}-${id}-${width}.${format}"`,
  };
}
