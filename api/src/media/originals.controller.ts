import { Controller, Get, Inject, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { Viewer } from '@portfolio/database';
import { STORAGE, type Storage } from '@portfolio/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { Answers } from '../http/answers.decorator.ts';
import { AppError } from '../http/app-error.ts';
import { RowId } from '../http/row-id.pipe.ts';
import { disposition, fileNameOf } from './file-name.ts';
import { typeOfOriginal } from './media-files.ts';
import { MediaRepository } from './media.repository.ts';
import { MediaTickets } from './media-tickets.ts';
import { serveFile } from './serve-file.ts';

/**
 * The files as they were uploaded, for the administrator alone: by the bearer token, or by the ticket of an address that
 * was given to the administrator, since a link sends no token. To anybody else there is no such file.
 */
@Controller('media')
@UseGuards(ViewerGuard)
export class OriginalsController {
  constructor(
    private readonly media: MediaRepository,
    private readonly tickets: MediaTickets,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** Answers a photo as it was uploaded, as a download. By the bearer token or the ticket of its address. */
  @Get(':photoId/original')
  @Answers('File', 'media.not-found', 'media.range')
  async original(
    @CurrentViewer() viewer: Viewer,
    @Param('photoId', new RowId('media.not-found')) photoId: number,
    @Query('ticket') ticket: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const isAdmitted = viewer === 'administrator' || this.tickets.admits(`original:${photoId}`, ticket);
    const found = isAdmitted ? await this.media.findOriginal(photoId) : undefined;
    if (!found) throw new AppError('media.not-found');
    const { type, ending } = typeOfOriginal(found.key);
    const served = {
      key: found.key,
      etag: `"${found.hash}"`,
      contentType: type,
      cacheControl: 'private, no-store',
      disposition: disposition('attachment', fileNameOf(found.title, photoId, ending.slice(1))),
    };
    await serveFile(this.storage, served, request, reply);
  }
}
