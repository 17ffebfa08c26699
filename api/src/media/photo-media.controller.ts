import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { PHOTO_MEDIA } from './media-kind.ts';
import { MediaService } from './media.service.ts';

/** The image files. Each request goes through the publication rule: what is unpublished is gone at once. */
@Controller('media')
export class PhotoMediaController {
  constructor(private readonly media: MediaService) {}

  /**
   * Answers one size of a photo in one format. Of a photo that visitors do not see, only with the ticket of its address. An
   * earlier version leads on to today's.
   */
  @Get(':photoId/:version/:file')
  @ApiErrors('media.not-found', 'media.range')
  rendition(
    @Param('photoId', new ParseIdPipe('media.not-found')) id: number,
    @Param('version') version: string,
    @Param('file') file: string,
    @Query('ticket') ticket: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.media.rendition(PHOTO_MEDIA, version, file, { id, ticket, request, reply });
  }
}
