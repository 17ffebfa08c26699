import { Injectable } from '@nestjs/common';
import { type DashboardView, LIMITS } from '@portfolio/contracts';
import { CommentsService } from '../comments/comments.service.ts';
import { PhotosService } from '../photos/photos.service.ts';
import { DashboardRepository } from './dashboard.repository.ts';

@Injectable()
export class DashboardService {
  constructor(
    private readonly dashboard: DashboardRepository,
    private readonly photos: PhotosService,
    private readonly comments: CommentsService,
  ) {}

  async view(): Promise<DashboardView> {
    const [counts, photos, recentComments] = await Promise.all([
      this.dashboard.count(),
      this.photos.recent(LIMITS.dashboardList),
      this.comments.recent(LIMITS.dashboardList),
    ]);
    const recentPhotos = photos.map((photo) => ({ ...photo, gallery_title: photo.gallery_name }));
    return { ...counts, recentPhotos, recentComments };
  }
}
