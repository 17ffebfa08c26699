import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { RENDITION_FORMATS, type RenditionFormat } from '@portfolio/contracts';
import { PHOTO_KEYS, STORAGE, type Storage } from '@portfolio/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers } from '../http/answers.decorator.ts';
import { AppError } from '../http/app-error.ts';
import { RowId } from '../http/row-id.pipe.ts';
import { disposition } from './file-name.ts';
import { MediaRepository } from './media.repository.ts';
import { MediaTickets } from './media-tickets.ts';
import { serveFile } from './serve-file.ts';

const FILE_NAME = new RegExp(`^([1-9]\\d{0,4})\\.(${RENDITION_FORMATS.join('|')})$`);

/**
 * A browser keeps what it has seen for a year. A shared cache has to ask each time, which costs a query and no file, since
 * a picture that is unpublished is to be gone at once.
 */
const PUBLIC_CACHING = `public, max-age=${365 * 24 * 60 * 60}, immutable, s-maxage=0`;

/** The image files. Each request goes through the publication rule: what is unpublished is gone at once. */
@Controller('media')
export class MediaController {
  constructor(
    private readonly media: MediaRepository,
    private readonly tickets: MediaTickets,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  @Get(':photoId/:version/:file')
  @Answers('File', 'media.not-found', 'media.range')
  async rendition(
    @Param('photoId', new RowId('media.not-found')) photoId: number,
    @Param('version') version: string,
    @Param('file') file: string,
    @Query('ticket') ticket: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const [, width = '', format = ''] = FILE_NAME.exec(file) ?? [];
    if (width === '' || !/^[0-9a-f]{1,64}$/.test(version)) throw new AppError('media.not-found');

    const name = { width: Number(width), format: format as RenditionFormat };
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
    const served = {
      key: PHOTO_KEYS.rendition(photoId, version, name.width, format),
      etag: `"${photoId}-${version}-${width}-${format}"`,
      contentType: `image/${format}`,
      cacheControl: found.isPublic ? PUBLIC_CACHING : 'private, max-age=3600',
      disposition: disposition('inline', `photo-${photoId}-${width}.${format}`),
    };
    await serveFile(this.storage, served, request, reply);
  }
}
