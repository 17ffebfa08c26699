import { Body, Controller, Delete, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import {
  DeleteGalleryQuery,
  OrderGallery,
  SaveGallery,
  UpdateGallery,
  type GalleryAnswer,
  type MessageResponse,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { IfMatch, type Precondition, Versioned } from '../http/versions.ts';
import { GalleriesService } from './galleries.service.ts';

@Controller('api/galleries')
@UseGuards(AdminGuard)
export class GalleriesController {
  constructor(private readonly galleries: GalleriesService) {}

  /** Creates a gallery of the given photos, in their order. It is active unless told otherwise. */
  @Post()
  @ApiErrors('gallery.slug-taken', 'gallery.unknown-photo')
  create(@Body() details: SaveGallery): Promise<Versioned<GalleryAnswer>> {
    return this.galleries.create(details);
  }

  /**
   * Saves a gallery. All that creating takes replaces what there is, photos and their order included; `is_active` alone
   * switches it on or off and leaves the rest. With `photo_ids_before` photos that joined meanwhile stay, and come last.
   */
  @Put(':id')
  @ApiErrors('gallery.not-found', 'gallery.slug-taken', 'gallery.unknown-photo', 'request.outdated')
  update(
    @Param('id', new ParseIdPipe('gallery.not-found')) id: number,
    @Body() details: UpdateGallery,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<Versioned<GalleryAnswer>> {
    return this.galleries.update(id, details, precondition);
  }

  /**
   * Puts some photos of a gallery in order. They take the places that they hold among them now; all others keep theirs, and
   * nothing else changes.
   */
  @Put(':id/order')
  @ApiErrors('gallery.not-found', 'request.outdated')
  order(
    @Param('id', new ParseIdPipe('gallery.not-found')) id: number,
    @Body() { photo_ids }: OrderGallery,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<Versioned<GalleryAnswer>> {
    return this.galleries.order(id, photo_ids, precondition);
  }

  /**
   * Deletes a gallery. Its photos stay. Those that only inactive galleries held become `hidden`, unless `publish` is given.
   */
  @Delete(':id')
  @ApiErrors('gallery.not-found')
  async remove(
    @Param('id', new ParseIdPipe('gallery.not-found')) id: number,
    @Query() { publish }: DeleteGalleryQuery,
  ): Promise<MessageResponse> {
    await this.galleries.remove(id, publish);
    return { message: 'Gallery deleted successfully' };
  }
}
