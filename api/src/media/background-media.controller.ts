import { Controller, Get, Inject, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { Viewer } from '@portfolio/database';
import { BACKGROUND_KEYS, STORAGE, type Storage } from '@portfolio/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentViewer, ViewerGuard } from '../auth/guards.ts';
import { Answers } from '../http/answers.decorator.ts';
import { AppError } from '../http/app-error.ts';
import { RowId } from '../http/row-id.pipe.ts';
import { BackgroundMediaRepository } from './background-media.repository.ts';
import { disposition } from './file-name.ts';
import { MediaTickets } from './media-tickets.ts';
import { PUBLIC_CACHING, readRendition, typeOfOriginal } from './media-files.ts';
import { serveFile } from './serve-file.ts';

/** The files of the background image; its renditions are for everybody. */
@Controller('media/background')
export class BackgroundMediaController {
  constructor(
    private readonly media: BackgroundMediaRepository,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** Answers one size of the background image in one format. It is gone at once when the image is removed or replaced. */
  @Get(':backgroundId/:version/:file')
  @Answers('Rendition', 'media.not-found', 'media.range')
  async rendition(
    @Param('backgroundId', new RowId('media.not-found')) id: number,
    @Param('version') version: string,
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const name = readRendition(version, file);
    const current = await this.media.findRendition(id, name);
    if (current === undefined) throw new AppError('media.not-found');
    if (current !== version) {
      // Rendered again since that address was given: a page that is open shows the picture all the same.
      return void reply.header('cache-control', 'no-store').redirect(`/media/background/${id}/${current}/${file}`, 302);
    }
    const { width, format } = name;
    const served = {
      key: BACKGROUND_KEYS.rendition(id, version, width, format),
      etag: `"background-${id}-${version}-${width}-${format}"`,
      contentType: `image/${format}`,
      cacheControl: PUBLIC_CACHING,
      disposition: disposition('inline', `background-${id}-${width}.${format}`),
    };
    await serveFile(this.storage, served, request, reply);
  }
}

/** The file as it was uploaded, for the administrator alone: by the bearer token, or by the ticket of its address. */
@Controller('media/background')
@UseGuards(ViewerGuard)
export class BackgroundOriginalController {
  constructor(
    private readonly media: BackgroundMediaRepository,
    private readonly tickets: MediaTickets,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** Shows the background image as it was uploaded, to the administrator alone. */
  @Get(':backgroundId/original')
  @Answers('File', 'media.not-found', 'media.range')
  async original(
    @CurrentViewer() viewer: Viewer,
    @Param('backgroundId', new RowId('media.not-found')) id: number,
    @Query('ticket') ticket: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const isAdmitted = viewer === 'administrator' || this.tickets.admits(`background:${id}`, ticket);
    const found = isAdmitted ? await this.media.findOriginal(id) : undefined;
    if (!found) throw new AppError('media.not-found');
    const { type, ending } = typeOfOriginal(found.key);
    const served = {
      key: found.key,
      etag: `"${found.hash}"`,
      contentType: type,
      cacheControl: 'private, no-store',
      disposition: disposition('inline', `background-${id}${ending}`),
    };
    await serveFile(this.storage, served, request, reply);
  }
}
