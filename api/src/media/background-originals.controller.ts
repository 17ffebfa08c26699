import { Controller, Get, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { Viewer } from '@portfolio/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { BACKGROUND_MEDIA } from './media-kind.ts';
import { MediaService } from './media.service.ts';

/** The file as it was uploaded, for the administrator alone: by the bearer token, or by the ticket of its address. */
@Controller('media/background')
@UseGuards(ViewerGuard)
export class BackgroundOriginalsController {
  constructor(private readonly media: MediaService) {}

  /** Shows the background image as it was uploaded, to the administrator alone. */
  @Get(':backgroundId/original')
  @ApiErrors('media.not-found', 'media.range')
  original(
    @CurrentViewer() viewer: Viewer,
    @Param('backgroundId', new ParseIdPipe('media.not-found')) id: number,
    @Query('ticket') ticket: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.media.original(BACKGROUND_MEDIA, 'inline', viewer, { id, ticket, request, reply });
  }
}
