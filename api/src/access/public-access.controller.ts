import { Body, Controller, Get, Header, HttpCode, Param, Post, Res } from '@nestjs/common';
import {
  type LockedGalleryView,
  type MessageResponse,
  type OpenedPreviewView,
  OpenPreview,
  UnlockGallery,
} from '@portfolio/contracts';
import type { FastifyReply } from 'fastify';
import { ApiErrors } from '../http/app-error.ts';
import { AccessService, type UnlockContext } from './access.service.ts';
import { PreviewsService } from './previews.service.ts';
import { RequestUnlockContext } from './granted.decorator.ts';

@Controller('api')
export class PublicAccessController {
  constructor(
    private readonly access: AccessService,
    private readonly previews: PreviewsService,
  ) {}

  /** Returns the title of a private gallery. Other galleries are not found. */
  @Get('galleries/:slug/lock')
  @ApiErrors('gallery.not-found')
  async lock(@Param('slug') slug: string): Promise<LockedGalleryView> {
    const { title } = await this.access.findPrivate(slug);
    return { title };
  }

  /**
   * Opens a private gallery by its password. The response sets a cookie that opens it for 7 days, or until its password
   * changes. After too many wrong ones the right one is refused too, for as long as `Retry-After` says.
   */
  @Post('galleries/:slug/unlock')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiErrors('gallery.not-found', 'gallery.wrong-password', 'gallery.too-many')
  async unlock(
    @Param('slug') slug: string,
    @Body() { password }: UnlockGallery,
    @RequestUnlockContext() context: UnlockContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MessageResponse> {
    void reply.header('set-cookie', await this.access.unlock(slug, password, context));
    return { message: 'The gallery is open' };
  }

  /**
   * Opens the gallery of a preview link. The response sets a cookie that opens it for 7 days, or until the link expires or is
   * revoked.
   */
  @Post('previews/open')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiErrors('preview.not-found')
  async open(
    @Body() { token }: OpenPreview,
    @RequestUnlockContext() context: UnlockContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OpenedPreviewView> {
    const { slug, setCookie } = await this.previews.open(token, context);
    void reply.header('set-cookie', setCookie);
    return { slug };
  }
}
