import { Body, Controller, HttpCode, Post, Put, UseGuards } from '@nestjs/common';
import {
  ChangePhotos,
  DeletePhotos,
  FindKnownPhotos,
  type BatchResponse,
  type KnownPhotosView,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { batchResponse } from '../http/batch-response.ts';
import { BulkPhotosService } from './bulk-photos.service.ts';

@Controller('api/photos')
@UseGuards(AdminGuard)
export class BulkPhotosController {
  constructor(private readonly photos: BulkPhotosService) {}

  /**
   * Does the same to several photos. Those that exist no more are left out. In a gallery that they are added to, those that
   * are new to it come last, in the order given.
   */
  @Put('batch')
  @ApiErrors('photo.unknown-gallery')
  async change(@Body() changes: ChangePhotos): Promise<BatchResponse> {
    return batchResponse(await this.photos.change(changes), 'photo', 'changed');
  }

  /**
   * Deletes several photos with their comments, their places in galleries and their files. Those that exist no more are
   * left out.
   */
  @Post('batch/delete')
  @HttpCode(200)
  async remove(@Body() { photo_ids }: DeletePhotos): Promise<BatchResponse> {
    return batchResponse(await this.photos.remove(photo_ids), 'photo', 'deleted');
  }

  /**
   * Finds out which of some files have been uploaded before, by the SHA-256 of their contents. Of several photos of one
   * file the latest is answered.
   */
  @Post('known')
  @HttpCode(200)
  async known(@Body() { content_hashes }: FindKnownPhotos): Promise<KnownPhotosView> {
    return { known: await this.photos.known(content_hashes) };
  }
}
