import { Controller, Get, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { Viewer } from '@portfolio/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/app-error.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { BACKGROUND_MEDIA, PHOTO_MEDIA } from './media-address.ts';
import { MediaService } from './media.service.ts';

/** Renditions. Each request checks the publication rule: unpublishing takes effect at once, except in browser caches. */
@Controller('media')
export class MediaController {
  constructor(private readonly media: MediaService) {}

  /**
   * Returns one size of a photo in one format. A photo that visitors do not see needs the ticket of its address, or
   * the cookie of an opened gallery. An earlier version redirects to the current one.
   */
  @Get(':photoId/:version/:file')
  @ApiErrors('media.range')
  photo(
    @Param('photoId', new ParseIdPipe('media.not-found')) id: number,
    @Param('version') version: string,
    @Param('file') file: string,
    @Query('ticket') ticket: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.media.rendition(PHOTO_MEDIA, version, file, { id, ticket, request, reply });
  }

  /** Returns one size of the background image in one format. It is gone at once when the image is removed or replaced. */
  @Get('background/:backgroundId/:version/:file')
  @ApiErrors('media.range')
  background(
    @Param('backgroundId', new ParseIdPipe('media.not-found')) id: number,
    @Param('version') version: string,
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.media.rendition(BACKGROUND_MEDIA, version, file, { id, request, reply });
  }
}

/** Originals, for the administrator only: by bearer token, or by the ticket in the address, since links send no token. */
@Controller('media')
@UseGuards(ViewerGuard)
export class OriginalsController {
  constructor(private readonly media: MediaService) {}

  /** Returns a photo as it was uploaded, as a download. Needs the bearer token or the ticket of its address. */
  @Get(':photoId/original')
  @ApiErrors('media.range')
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
  @ApiErrors('media.range')
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
