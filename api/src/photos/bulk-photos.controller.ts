import { Body, Controller, HttpCode, Post, Put, UseGuards } from '@nestjs/common';
import {
  ChangePhotos,
  DeletePhotos,
  FindKnownPhotos,
  SavePhotoFields,
  type BatchResponse,
  type KnownPhotosView,
  type SavedPhotosView,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { batchResponse } from '../http/batch-response.ts';
import { PhotoChangesService } from './photo-changes.service.ts';
import { PhotosService } from './photos.service.ts';

@Controller('api/photos')
@UseGuards(AdminGuard)
export class BulkPhotosController {
  constructor(
    private readonly changes: PhotoChangesService,
    private readonly photos: PhotosService,
  ) {}

  /**
   * Changes several photos. Ids that do not exist are ignored. Photos that are new to the gallery are
   * appended in the given order.
   */
  @Put('batch')
  @ApiErrors('photo.unknown-gallery')
  async change(@Body() changes: ChangePhotos): Promise<BatchResponse> {
    return batchResponse(await this.changes.updateAll(changes), 'photo', 'changed');
  }

  /**
   * Saves different texts and prices of several photos. Missing photos, and those outdated by their
   * `version`, are failures. The others are saved.
   */
  @Put('batch/fields')
  saveFields(@Body() { photos }: SavePhotoFields): Promise<SavedPhotosView> {
    return this.changes.saveFields(photos);
  }

  /** Moves several photos with their comments to the trash. Ids that do not exist are ignored. */
  @Post('batch/delete')
  @HttpCode(200)
  async remove(@Body() { photo_ids }: DeletePhotos): Promise<BatchResponse> {
    return batchResponse(await this.changes.removeAll(photo_ids), 'photo', 'deleted');
  }

  /**
   * Finds files that were uploaded before, by the SHA-256 of their contents. Returns the latest photo of each file.
   */
  @Post('known')
  @HttpCode(200)
  async known(@Body() { content_hashes }: FindKnownPhotos): Promise<KnownPhotosView> {
    return { known: await this.photos.known(content_hashes) };
  }
}
