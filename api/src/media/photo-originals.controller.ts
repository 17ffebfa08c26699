import { Controller, Get, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { Viewer } from '@portfolio/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { PHOTO_MEDIA } from './media-kind.ts';
import { MediaService } from './media.service.ts';

/**
 * The files as they were uploaded, for the administrator alone: by the bearer token, or by the ticket of an address that
 * was given to the administrator, since a link sends no token. To anybody else there is no such file.
 */
@Controller('media')
@UseGuards(ViewerGuard)
export class PhotoOriginalsController {
  constructor(private readonly media: MediaService) {}

  /** Answers a photo as it was uploaded, as a download. By the bearer token or the ticket of its address. */
  @Get(':photoId/original')
  @ApiErrors('media.not-found', 'media.range')
  original(
    @CurrentViewer() viewer: Viewer,
    @Param('photoId', new ParseIdPipe('media.not-found')) id: number,
    @Query('ticket') ticket: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.media.original(PHOTO_MEDIA, 'attachment', viewer, { id, ticket, request, reply });
  }
}
