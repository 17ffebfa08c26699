import { Body, Controller, Delete, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import {
  DeleteGalleryQuery,
  OrderGalleries,
  OrderGallery,
  SaveGallery,
  UpdateGallery,
  type GalleryResponse,
  type MessageResponse,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/app-error.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { IfMatch, type Precondition, Versioned } from '../http/versions.ts';
import { GalleriesService } from './galleries.service.ts';

@Controller('api/galleries')
@UseGuards(AdminGuard)
export class GalleriesController {
  constructor(private readonly galleries: GalleriesService) {}

  /** Creates a gallery with the given photos, in their order. It is public by default. */
  @Post()
  @ApiErrors('gallery.slug-taken', 'gallery.unknown-photo', 'gallery.password-required', 'schedule.order')
  create(@Body() details: SaveGallery): Promise<Versioned<GalleryResponse>> {
    return this.galleries.create(details);
  }

  /** Sorts some galleries among their own positions in the list. Others keep theirs. */
  @Put('order')
  async orderAll(@Body() { gallery_ids }: OrderGalleries): Promise<MessageResponse> {
    await this.galleries.orderGalleries(gallery_ids);
    return { message: 'Order saved' };
  }

  /**
   * Updates a gallery. It replaces title, slug, description, photos and order; other absent fields stay. `visibility`
   * (or `is_active`), with or without a password, changes only that. With `photo_ids_before`, photos added since stay, at the end.
   */
  @Put(':id')
  @ApiErrors(
    'gallery.slug-taken',
    'gallery.unknown-photo',
    'gallery.password-required',
    'schedule.order',
    'request.outdated',
  )
  update(
    @Param('id', new ParseIdPipe('gallery.not-found')) id: number,
    @Body() details: UpdateGallery,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<Versioned<GalleryResponse>> {
    return this.galleries.update(id, details, precondition);
  }

  /** Sorts some photos of a gallery among their own positions. Other photos keep theirs. */
  @Put(':id/order')
  @ApiErrors('request.outdated')
  order(
    @Param('id', new ParseIdPipe('gallery.not-found')) id: number,
    @Body() { photo_ids }: OrderGallery,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<Versioned<GalleryResponse>> {
    return this.galleries.order(id, photo_ids, precondition);
  }

  /**
   * Moves a gallery to the trash. Photos left in no gallery become `hidden` if none of their galleries was public, unless
   * `publish` is given.
   */
  @Delete(':id')
  async remove(
    @Param('id', new ParseIdPipe('gallery.not-found')) id: number,
    @Query() { publish }: DeleteGalleryQuery,
  ): Promise<MessageResponse> {
    await this.galleries.remove(id, publish);
    return { message: 'Gallery deleted successfully' };
  }
}
