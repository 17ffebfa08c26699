import { Global, Module } from '@nestjs/common';
import { AccessRepository } from './access.repository.ts';
import { AccessService } from './access.service.ts';
import { GalleryGrants } from './gallery-grants.ts';
import { PreviewsController } from './previews.controller.ts';
import { PreviewsService } from './previews.service.ts';
import { PublicAccessController } from './public-access.controller.ts';

/** Access of visitors to galleries. Global, since each read by address depends on it. */
@Global()
@Module({
  controllers: [PublicAccessController, PreviewsController],
  providers: [AccessRepository, AccessService, GalleryGrants, PreviewsService],
  exports: [AccessService],
})
export class AccessModule {}
