import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { PHOTO_KEYS, STORAGE, type Storage } from '@portfolio/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers } from '../http/answers.decorator.ts';
import { AppError } from '../http/app-error.ts';
import { RowId } from '../http/row-id.pipe.ts';
import { disposition } from './file-name.ts';
import { PUBLIC_CACHING, readRendition } from './media-files.ts';
import { MediaRepository } from './media.repository.ts';
import { MediaTickets } from './media-tickets.ts';
import { serveFile } from './serve-file.ts';

/** The image files. Each request goes through the publication rule: what is unpublished is gone at once. */
@Controller('media')
export class MediaController {
  constructor(
    private readonly media: MediaRepository,
    private readonly tickets: MediaTickets,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /**
   * Answers one size of a photo in one format. Of a photo that visitors do not see, only with the ticket of its address. An
   * earlier version leads on to today's.
   */
  @Get(':photoId/:version/:file')
  @Answers('Rendition', 'media.not-found', 'media.range')
  async rendition(
    @Param('photoId', new RowId('media.not-found')) photoId: number,
    @Param('version') version: string,
    @Param('file') file: string,
    @Query('ticket') ticket: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const name = readRendition(version, file);
    const found = await this.media.findRendition(photoId, name);
    const isAdmitted = found?.isPublic || this.tickets.admits(`photo:${photoId}`, ticket);
    if (!found || !isAdmitted) throw new AppError('media.not-found');
    if (found.version !== version) {
      // Rendered again since that address was given: a page that is open shows the picture all the same.
      const query = found.isPublic ? '' : `?ticket=${String(ticket)}`;
      return void reply
        .header('cache-control', 'no-store')
        .redirect(`/media/${photoId}/${found.version}/${file}${query}`, 302);
    }
    const { width, format } = name;
    const served = {
      key: PHOTO_KEYS.rendition(photoId, version, width, format),
      etag: `"${photoId}-${version}-${width}-${format}"`,
      contentType: `image/${format}`,
      cacheControl: found.isPublic ? PUBLIC_CACHING : 'private, max-age=3600',
      disposition: disposition('inline', `photo-${photoId}-${width}.${format}`),
    };
    await serveFile(this.storage, served, request, reply);
  }
}
