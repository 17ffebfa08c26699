import { Body, Controller, Delete, HttpCode, Param, Post, Put, UseGuards, UseInterceptors } from '@nestjs/common';
import {
  UpdatePhoto,
  UploadPhoto,
  type MessageResponse,
  type PhotoAnswer,
  type ProcessingPhotoAnswer,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { ImageUpload, UploadedImage, type ReceivedImage } from '../http/image-upload.interceptor.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { IfMatch, type Precondition, Versioned } from '../http/versions.ts';
import { PhotoChangesService } from './photo-changes.service.ts';

@Controller('api/photos')
@UseGuards(AdminGuard)
export class PhotosController {
  constructor(private readonly photos: PhotoChangesService) {}

  /**
   * Uploads a photo. It is kept as `processing`, and becomes `ready` or `failed` once it has been rendered. With a
   * gallery it comes last there. Files that are uploaded together may share a `batch_id`, each with its `batch_place`: the
   * administrator's list has them in that order.
   */
  @Post('upload')
  @ApiErrors(
    'image.missing',
    'image.too-large',
    'image.unsupported',
    'image.damaged',
    'image.too-many-pixels',
    'photo.unknown-gallery',
  )
  @UseInterceptors(ImageUpload('image'))
  async upload(@UploadedImage() image: ReceivedImage, @Body() details: UploadPhoto): Promise<ProcessingPhotoAnswer> {
    return { photo: await this.photos.upload(image, details) };
  }

  /**
   * Saves what is given of a photo, and leaves the rest. `gallery_ids` are all the galleries it is in from now on: where it
   * was it keeps its place, where it is new it comes last. Where only inactive galleries held it and it leaves the last one,
   * it becomes `hidden`, unless a `visibility` is given.
   */
  @Put(':id')
  @ApiErrors('photo.not-found', 'photo.unknown-gallery', 'request.outdated')
  update(
    @Param('id', new ParseIdPipe('photo.not-found')) id: number,
    @Body() details: UpdatePhoto,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<Versioned<PhotoAnswer>> {
    return this.photos.update(id, details, precondition);
  }

  /** Has a photo that failed rendered once more. */
  @Post(':id/retry')
  @ApiErrors('photo.not-found', 'photo.not-failed')
  @HttpCode(200)
  retry(@Param('id', new ParseIdPipe('photo.not-found')) id: number): Promise<ProcessingPhotoAnswer> {
    return this.photos.retry(id);
  }

  /** Deletes a photo with its comments, its places in galleries and its files. */
  @Delete(':id')
  @ApiErrors('photo.not-found')
  async remove(@Param('id', new ParseIdPipe('photo.not-found')) id: number): Promise<MessageResponse> {
    await this.photos.remove(id);
    return { message: 'Photo deleted successfully!' };
  }
}
