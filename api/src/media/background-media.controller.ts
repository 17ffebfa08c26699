import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { BACKGROUND_MEDIA } from './media-kind.ts';
import { MediaService } from './media.service.ts';

/** The renditions of the background image, which are for everybody. */
@Controller('media/background')
export class BackgroundMediaController {
  constructor(private readonly media: MediaService) {}

  /** Answers one size of the background image in one format. It is gone at once when the image is removed or replaced. */
  @Get(':backgroundId/:version/:file')
  @ApiErrors('media.not-found', 'media.range')
  rendition(
    @Param('backgroundId', new ParseIdPipe('media.not-found')) id: number,
    @Param('version') version: string,
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.media.rendition(BACKGROUND_MEDIA, version, file, { id, request, reply });
  }
}
