import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, UseGuards, UseInterceptors } from '@nestjs/common';
import {
  type BatchResponse,
  ChangePhotos,
  DeletePhotos,
  FindKnownPhotos,
  type KnownPhotosView,
  type MessageResponse,
  type PhotoResponse,
  type ProcessingPhotoResponse,
  ReplaceImage,
  type SavedPhotosView,
  SavePhotoFields,
  UpdatePhoto,
  type UploadLimitsView,
  UploadPhoto,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiEnv } from '../env.ts';
import { ApiErrors } from '../http/app-error.ts';
import { batchResponse } from '../http/batch-response.ts';
import { FileUpload, type ReceivedFile, UploadedFile } from '../http/file-upload.interceptor.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { IfMatch, type Precondition, Versioned } from '../http/versions.ts';
import { PhotoChangesService } from './photo-changes.service.ts';
import { PhotoUploadsService } from './photo-uploads.service.ts';
import { PhotosService } from './photos.service.ts';

@Controller('api/photos')
@UseGuards(AdminGuard)
export class PhotosController {
  constructor(
    private readonly photos: PhotoChangesService,
    private readonly uploads: PhotoUploadsService,
  ) {}

  /**
   * Uploads a photo. It is `processing` until it is rendered, then `ready` or `failed`. With a gallery it is appended there.
   * Files of one upload may share a `batch_id`, each with its `batch_place`, its position in the administrator's list. A
   * repeated upload with the same id, position and content returns the first one's photo, by then perhaps `ready` or `failed`.
   */
  @Post('upload')
  @ApiErrors('image.too-many-pixels', 'photo.unknown-gallery')
  @UseInterceptors(FileUpload('image'))
  async upload(
    @UploadedFile('image') image: ReceivedFile,
    @Body() details: UploadPhoto,
  ): Promise<ProcessingPhotoResponse> {
    return { photo: await this.uploads.upload(image, details) };
  }

  /**
   * Updates the given fields of a photo. `gallery_ids` replaces its galleries: it keeps its position in those it was in, and is
   * appended to new ones. A photo that leaves all its galleries becomes `hidden` if none of them was public, unless a
   * `visibility` is given.
   */
  @Put(':id')
  @ApiErrors('photo.unknown-gallery', 'request.outdated')
  update(
    @Param('id', new ParseIdPipe('photo.not-found')) id: number,
    @Body() details: UpdatePhoto,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<Versioned<PhotoResponse>> {
    return this.photos.update(id, details, precondition);
  }

  /**
   * Replaces the image of a photo.
   * It keeps its address, texts, comments and galleries. Capture date, camera and exposure follow a file that has them;
   * with file details off, such a file clears camera and exposure. A ready photo shows the old image until the new one is
   * rendered. The addresses of its renditions change then.
   */
  @Post(':id/image')
  @HttpCode(200)
  @ApiErrors('image.too-many-pixels')
  @UseInterceptors(FileUpload('image'))
  async replace(
    @Param('id', new ParseIdPipe('photo.not-found')) id: number,
    @UploadedFile('image') image: ReceivedFile,
    @Body() _nothingElse: ReplaceImage,
  ): Promise<PhotoResponse> {
    return { photo: await this.uploads.replace(id, image) };
  }

  /** Renders a failed photo again. */
  @Post(':id/retry')
  @ApiErrors('photo.not-failed')
  @HttpCode(200)
  retry(@Param('id', new ParseIdPipe('photo.not-found')) id: number): Promise<ProcessingPhotoResponse> {
    return this.photos.retry(id);
  }

  /** Moves a photo with its comments to the trash. */
  @Delete(':id')
  async remove(@Param('id', new ParseIdPipe('photo.not-found')) id: number): Promise<MessageResponse> {
    await this.photos.remove(id);
    return { message: 'Photo deleted successfully!' };
  }
}

@Controller('api/admin/upload-limits')
@UseGuards(AdminGuard)
export class UploadLimitsController {
  constructor(
    private readonly env: ApiEnv,
    private readonly uploads: PhotoUploadsService,
  ) {}

  /** Returns the limits and options of an upload. */
  @Get()
  async limits(): Promise<UploadLimitsView> {
    return { megabytes: this.env.MAX_UPLOAD_MB, file_details: await this.uploads.usesFileDetails() };
  }
}

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

  /** Finds files that were uploaded before, by the SHA-256 of their contents. Returns the latest photo of each file. */
  @Post('known')
  @HttpCode(200)
  async known(@Body() { content_hashes }: FindKnownPhotos): Promise<KnownPhotosView> {
    return { known: await this.photos.known(content_hashes) };
  }
}
