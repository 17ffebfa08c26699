import { Body, Controller, Delete, Get, Param, Post, UseGuards } from '@nestjs/common';
import {
  CreatePreview,
  type MessageResponse,
  type NewPreviewResponse,
  type PreviewListView,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { PreviewsService } from './previews.service.ts';

@Controller('api/galleries/:galleryId/previews')
@UseGuards(AdminGuard)
export class PreviewsController {
  constructor(private readonly previews: PreviewsService) {}

  /** Lists the preview links of a gallery, newest first. */
  @Get()
  async list(@Param('galleryId', new ParseIdPipe('gallery.not-found')) galleryId: number): Promise<PreviewListView> {
    return { previews: await this.previews.list(galleryId) };
  }

  /** Creates a preview link, which opens the gallery whatever its visibility. Only this response has the link. */
  @Post()
  create(
    @Param('galleryId', new ParseIdPipe('gallery.not-found')) galleryId: number,
    @Body() details: CreatePreview,
  ): Promise<NewPreviewResponse> {
    return this.previews.create(galleryId, details);
  }

  /** Revokes a preview link. Visitors who have used it lose the gallery at once. */
  @Delete(':id')
  async revoke(
    @Param('galleryId', new ParseIdPipe('gallery.not-found')) galleryId: number,
    @Param('id', new ParseIdPipe('preview.not-found')) id: number,
  ): Promise<MessageResponse> {
    await this.previews.revoke(galleryId, id);
    return { message: 'Preview link revoked' };
  }
}
