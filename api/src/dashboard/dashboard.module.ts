import { Module } from '@nestjs/common';
import { CommentsModule } from '../comments/comments.module.ts';
import { PhotosModule } from '../photos/photos.module.ts';
import { DashboardController } from './dashboard.controller.ts';
import { DashboardRepository } from './dashboard.repository.ts';
import { DashboardService } from './dashboard.service.ts';

@Module({
  imports: [CommentsModule, PhotosModule],
  controllers: [DashboardController],
  providers: [DashboardService, DashboardRepository],
})
export class DashboardModule {}
