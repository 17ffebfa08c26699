import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, UseGuards, UseInterceptors } from '@nestjs/common';
import {
  ReplaceImage,
  UpdatePhoto,
  UploadPhoto,
  type MessageResponse,
  type PhotoResponse,
  type ProcessingPhotoResponse,
  type UploadLimitsView,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiEnv } from '../env.ts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { FileUpload, type ReceivedFile, UploadedFile } from '../http/file-upload.interceptor.ts';
import { ParseIdPipe } from '../http/parse-id.pipe.ts';
import { IfMatch, type Precondition, Versioned } from '../http/versions.ts';
import { PhotoChangesService } from './photo-changes.service.ts';
import { PhotoUploadsService } from './photo-uploads.service.ts';

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
  @ApiErrors(
    'image.missing',
    'image.too-large',
    'image.unsupported',
    'image.damaged',
    'image.too-many-pixels',
    'photo.unknown-gallery',
  )
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
  @ApiErrors('photo.not-found', 'photo.unknown-gallery', 'request.outdated')
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
  @ApiErrors(
    'photo.not-found',
    'image.missing',
    'image.too-large',
    'image.unsupported',
    'image.damaged',
    'image.too-many-pixels',
  )
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
  @ApiErrors('photo.not-found', 'photo.not-failed')
  @HttpCode(200)
  retry(@Param('id', new ParseIdPipe('photo.not-found')) id: number): Promise<ProcessingPhotoResponse> {
    return this.photos.retry(id);
  }

  /** Moves a photo with its comments to the trash. */
  @Delete(':id')
  @ApiErrors('photo.not-found')
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
