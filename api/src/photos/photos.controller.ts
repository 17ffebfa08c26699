import { Body, Controller, Delete, HttpCode, Param, Post, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { UploadPhoto, type PhotoView } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ImageUpload, type UploadedImage as Image } from '../http/image-upload.interceptor.ts';
import { RowId } from '../http/row-id.pipe.ts';
import { UploadedImage } from '../http/uploaded-image.decorator.ts';
import { PhotosService } from './photos.service.ts';

@ApiBearerAuth()
@Controller('api/photos')
@UseGuards(AdminGuard)
export class PhotosController {
  constructor(private readonly photos: PhotosService) {}

  @Post('upload')
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
  async upload(@UploadedImage() image: Image, @Body() details: UploadPhoto): Promise<{ photo: PhotoView }> {
    return { photo: await this.photos.upload(image, details) };
  }

  @Post(':id/retry')
  @HttpCode(200)
  async retry(@Param('id', new RowId('photo.not-found')) id: number): Promise<{ photo: PhotoView }> {
    return { photo: await this.photos.retry(id) };
  }

  @Delete(':id')
  async remove(@Param('id', new RowId('photo.not-found')) id: number): Promise<{ message: string }> {
    await this.photos.remove(id);
    return { message: 'Photo deleted successfully!' };
  }
}
