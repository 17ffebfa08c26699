import { Body, Controller, HttpCode, Post, Put, UseGuards } from '@nestjs/common';
import {
  ChangePhotos,
  DeletePhotos,
  FindKnownPhotos,
  type BatchAnswer,
  type KnownPhotosView,
} from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { Answers } from '../http/answers.decorator.ts';
import { batchAnswer } from '../http/batch-answer.ts';
import { SeveralPhotosService } from './several-photos.service.ts';

@Controller('api/photos')
@UseGuards(AdminGuard)
export class SeveralPhotosController {
  constructor(private readonly photos: SeveralPhotosService) {}

  /**
   * Does the same to several photos. Those that exist no more are left out. In a gallery that they are added to, those that
   * are new to it come last, in the order given.
   */
  @Put('batch')
  @Answers('BatchAnswer', 'photo.unknown-gallery')
  async change(@Body() changes: ChangePhotos): Promise<BatchAnswer> {
    return batchAnswer(await this.photos.change(changes), 'photo', 'changed');
  }

  /**
   * Deletes several photos with their comments, their places in galleries and their files. Those that exist no more are
   * left out.
   */
  @Post('batch/delete')
  @Answers('BatchAnswer')
  @HttpCode(200)
  async remove(@Body() { photo_ids }: DeletePhotos): Promise<BatchAnswer> {
    return batchAnswer(await this.photos.remove(photo_ids), 'photo', 'deleted');
  }

  /**
   * Finds out which of some files have been uploaded before, by the SHA-256 of their contents. Of several photos of one
   * file the latest is answered.
   */
  @Post('known')
  @Answers('KnownPhotosView')
  @HttpCode(200)
  async known(@Body() { content_hashes }: FindKnownPhotos): Promise<KnownPhotosView> {
    return { known: await this.photos.known(content_hashes) };
  }
}
