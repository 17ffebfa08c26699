import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.ts';
import { PhotosModule } from '../photos/photos.module.ts';
import { BackgroundRepository } from './background.repository.ts';
import { BackgroundService } from './background.service.ts';
import { PublicSettingsController } from './public-settings.controller.ts';
import { SettingsController } from './settings.controller.ts';
import { SettingsRepository } from './settings.repository.ts';
import { SettingsService } from './settings.service.ts';

@Module({
  imports: [MediaModule, PhotosModule],
  controllers: [PublicSettingsController, SettingsController],
  providers: [SettingsService, SettingsRepository, BackgroundService, BackgroundRepository],
})
export class SettingsModule {}
