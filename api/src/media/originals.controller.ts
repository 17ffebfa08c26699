import { Controller, Get, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { Viewer } from '@portfolio/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { BACKGROUND_MEDIA, PHOTO_MEDIA } from './media-address.ts';
import { MediaService } from './media.service.ts';

/** Originals, for the administrator only: by bearer token, or by the ticket in the address, since links send no token. */
@Controller('media')
@UseGuards(ViewerGuard)
export class OriginalsController {
  constructor(private readonly media: MediaService) {}

  /** Returns a photo as it was uploaded, as a download. Needs the bearer token or the ticket of its address. */
  @Get(':photoId/original')
  @ApiErrors('media.not-found', 'media.range')
  photo(
    @CurrentViewer() viewer: Viewer,
    @Param('photoId', new ParseIdPipe('media.not-found')) id: number,
    @Query('ticket') ticket: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.media.original(PHOTO_MEDIA, 'attachment', viewer, { id, ticket, request, reply });
  }

  /** Returns the background image as it was uploaded. Needs the bearer token or the ticket of its address. */
  @Get('background/:backgroundId/original')
  @ApiErrors('media.not-found', 'media.range')
  background(
    @CurrentViewer() viewer: Viewer,
    @Param('backgroundId', new ParseIdPipe('media.not-found')) id: number,
    @Query('ticket') ticket: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.media.original(BACKGROUND_MEDIA, 'inline', viewer, { id, ticket, request, reply });
  }
}
