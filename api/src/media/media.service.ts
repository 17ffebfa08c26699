import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { RENDITION_FORMATS, type RenditionFormat } from '@portfolio/contracts';
import type { Rendition, Viewer } from '@portfolio/database';
import { STORAGE, trashKey, type Storage } from '@portfolio/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessService } from '../access/access.service.ts';
import { AppError } from '../http/app-error.ts';
import { MEDIA_SECURITY_HEADERS } from '../http/security-headers.ts';
import { disposition, fileNameOf } from './file-name.ts';
import { FileServer, type ServedFile } from './file-server.ts';
import type { MediaKind } from './media-address.ts';
import { type FoundRendition, MediaRepository } from './media.repository.ts';
import { MediaTickets } from './media-tickets.ts';

const FILE_NAME = new RegExp(`^([1-9]\\d{0,4})\\.(${RENDITION_FORMATS.join('|').replaceAll('.', '\\.')})$`);

/** Browsers cache for a year. Shared caches revalidate each time, so that unpublishing takes effect. */
const PUBLIC_CACHING = `public, max-age=${365 * 24 * 60 * 60}, immutable, s-maxage=0`;

/** Content types by the extension of an original. */
const TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** A media request of one picture, and its reply. */
interface MediaCall {
  id: number;
  /** Untrusted, from the query. */
  ticket?: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface RenditionAddress extends Pick<Rendition, 'width' | 'format'> {
  id: number;
  version: string;
}

@Injectable()
export class MediaService {
  private readonly files: FileServer;

  constructor(
    private readonly media: MediaRepository,
    private readonly tickets: MediaTickets,
    private readonly access: AccessService,
    @Inject(STORAGE) storage: Storage,
  ) {
    this.files = new FileServer(storage);
  }

  /**
   * Serves one size of a picture in one format: to everybody if the picture is public, else by ticket, or to visitors who
   * have opened a gallery of it. An earlier version redirects to the current one, in the nearest width.
   *
   * @throws AppError media.not-found, media.range
   */
  async rendition(kind: MediaKind, version: string, file: string, call: MediaCall): Promise<void> {
    if (await this.sendRendition(kind, version, file, call)) return;
    // A refresh may replace the version after its row is read and before its file is opened: the second attempt redirects.
    if (await this.sendRendition(kind, version, file, call)) return;
    throw new AppError('media.not-found');
  }

  /**
   * Media fast path: serves the whole file of a public picture's current version, without Fastify and Nest.
   *
   * @returns false for anything else; nothing is sent then
   */
  async sendPublic(
    kind: MediaKind,
    rendition: RenditionAddress,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const found = await this.findPublic(kind, rendition);
    if (!found) return false;
    const file = renditionFile(kind, rendition, PUBLIC_CACHING, found);
    return this.files.send(file, MEDIA_SECURITY_HEADERS, request, response);
  }

  /** @returns undefined unless the picture is public and has this rendition in its current version */
  async findPublic(kind: MediaKind, rendition: RenditionAddress): Promise<FoundRendition | undefined> {
    const found = await this.media.findRendition(kind, rendition);
    const isCurrent = found?.version === rendition.version && found.width === rendition.width;
    return isCurrent && found.isPublic ? found : undefined;
  }

  /**
   * Serves an original: to the administrator, or by ticket.
   *
   * @throws AppError media.not-found, media.range
   */
  async original(
    kind: MediaKind,
    type: 'inline' | 'attachment',
    viewer: Viewer,
    { id, ticket, request, reply }: MediaCall,
  ): Promise<void> {
    const isAdmitted = viewer === 'administrator' || this.tickets.admits(kind.originalPurpose(id), ticket);
    const found = isAdmitted ? await this.media.findOriginal(kind, id) : undefined;
    if (!found) throw new AppError('media.not-found');
    const extension = extname(found.key);
    const served = {
      key: found.key,
      etag: `"${found.hash}"`,
      contentType: TYPES[extension] ?? 'application/octet-stream',
      cacheControl: 'private, no-store',
      disposition: disposition(type, fileNameOf(found.title, id, extension.slice(1))),
    };
    if (await this.files.serve(served, request, reply)) return;
    if (await this.files.serve({ ...served, key: trashKey(found.key) }, request, reply)) return;
    throw new AppError('media.not-found');
  }

  /** @returns false where the file is missing */
  private async sendRendition(
    kind: MediaKind,
    version: string,
    file: string,
    { id, ticket, request, reply }: MediaCall,
  ): Promise<boolean> {
    const { width, format } = readRendition(version, file);
    const purpose = kind.renditionPurpose?.(id);
    // Checked before the query, so that timing does not reveal whether the picture exists.
    const isAdmitted = purpose !== undefined && this.tickets.admits(purpose, ticket);
    const isGranted = !isAdmitted && purpose !== undefined && (await this.isGranted(id, request));
    const found = await this.media.findRendition(kind, { id, width, format });
    if (!found || !(found.isPublic || isAdmitted || isGranted)) throw new AppError('media.not-found');
    if (found.version !== version) {
      // An open page may still have the address of an earlier version, perhaps of a picture of other proportions.
      const query = found.isPublic || isGranted ? '' : `?ticket=${String(ticket)}`;
      const address = `${kind.path}/${id}/${found.version}/${found.width}.${format}${query}`;
      void reply.header('cache-control', 'no-store').redirect(address, 302);
      return true;
    }
    if (found.width !== width) throw new AppError('media.not-found');
    const isPrivate = isGranted && !found.isPublic;
    const cacheControl = found.isPublic ? PUBLIC_CACHING : isPrivate ? 'private, no-store' : 'private, max-age=3600';
    const served = renditionFile(kind, { id, version, width, format }, cacheControl, { ...found, isPrivate });
    return this.files.serve(served, request, reply);
  }

  private async isGranted(id: number, { headers }: FastifyRequest): Promise<boolean> {
    const granted = await this.access.granted(headers.cookie);
    return granted.length > 0 && this.media.isPhotoGranted(id, granted);
  }
}

/** The entity tag covers crawler headers and audience: after a 304, a cache may reuse old headers. */
function renditionFile(
  kind: MediaKind,
  rendition: RenditionAddress,
  cacheControl: string,
  { isUnlisted, refusesAi, isPrivate = false }: FoundRendition & { isPrivate?: boolean },
): ServedFile {
  const { id, version, width, format } = rendition;
  return {
    key: kind.keys.rendition(id, version, width, format),
    etag: `"${kind.name}-${id}-${version}-${width}-${format}${isPrivate ? '-private' : isUnlisted ? '-noindex' : ''}${refusesAi ? '-tdm' : ''}"`,
    crawlers: {
      ...((isUnlisted || isPrivate) && { 'x-robots-tag': 'noindex' }),
      ...(refusesAi && { 'tdm-reservation': '1' }),
    },
    contentType: `image/${format.replace(/.*\./, '')}`,
    cacheControl,
    disposition: `inline; filename="${kind.name}-${id}-${width}.${format}"`,
  };
}

/** Parses the end of a rendition address, such as `3f9a61c2e07b/640.webp`. @throws AppError media.not-found */
function readRendition(version: string, file: string): { width: number; format: RenditionFormat } {
  const [, width = '', format = ''] = FILE_NAME.exec(file) ?? [];
  if (width === '' || !/^[0-9a-f]{1,64}$/.test(version)) throw new AppError('media.not-found');
  return { width: Number(width), format: format as RenditionFormat };
}
