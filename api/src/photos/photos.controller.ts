import { Body, Controller, Delete, HttpCode, Param, Post, Put, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { UpdatePhoto, UploadPhoto, type MessageAnswer, type PhotoAnswer } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { Answers } from '../http/answers.decorator.ts';
import { ImageUpload, type UploadedImage as Image } from '../http/image-upload.interceptor.ts';
import { RowId } from '../http/row-id.pipe.ts';
import { UploadedImage } from '../http/uploaded-image.decorator.ts';
import { PhotoChangesService } from './photo-changes.service.ts';

@ApiBearerAuth()
@Controller('api/photos')
@UseGuards(AdminGuard)
export class PhotosController {
  constructor(private readonly photos: PhotoChangesService) {}

  @Post('upload')
  @Answers(
    'PhotoAnswer',
    'image.missing',
    'image.too-large',
    'image.unsupported',
    'image.damaged',
    'image.too-many-pixels',
    'photo.unknown-gallery',
  )
  @ApiConsumes('multipart/form-data')
  @ApiExtraModels(UploadPhoto)
  @ApiBody({
    schema: {
      allOf: [
        { $ref: getSchemaPath(UploadPhoto) },
        { type: 'object', required: ['image'], properties: { image: { type: 'string', format: 'binary' } } },
      ],
    },
  })
  @UseInterceptors(ImageUpload('image'))
  async upload(@UploadedImage() image: Image, @Body() details: UploadPhoto): Promise<PhotoAnswer> {
    return { photo: await this.photos.upload(image, details) };
  }

  @Put(':id')
  @Answers('PhotoAnswer', 'photo.not-found', 'photo.unknown-gallery')
  async update(
    @Param('id', new RowId('photo.not-found')) id: number,
    @Body() details: UpdatePhoto,
  ): Promise<PhotoAnswer> {
    return { photo: await this.photos.update(id, details) };
  }

  @Post(':id/retry')
  @Answers('PhotoAnswer', 'photo.not-found', 'photo.not-failed')
  @HttpCode(200)
  async retry(@Param('id', new RowId('photo.not-found')) id: number): Promise<PhotoAnswer> {
    return { photo: await this.photos.retry(id) };
  }

  @Delete(':id')
  @Answers('MessageAnswer', 'photo.not-found')
  async remove(@Param('id', new RowId('photo.not-found')) id: number): Promise<MessageAnswer> {
    await this.photos.remove(id);
    return { message: 'Photo deleted successfully!' };
  }
}
