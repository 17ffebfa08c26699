import { Injectable } from '@nestjs/common';
import { type DashboardView, type FirstStepsView, isBlank, LIMITS, siteTitle } from '@portfolio/contracts';
import { CommentsService } from '../comments/comments.service.ts';
import { PhotosService } from '../photos/photos.service.ts';
import { DashboardRepository, type SetupProgress } from './dashboard.repository.ts';

@Injectable()
export class DashboardService {
  constructor(
    private readonly dashboard: DashboardRepository,
    private readonly photos: PhotosService,
    private readonly comments: CommentsService,
  ) {}

  async view(): Promise<DashboardView> {
    const [{ counts, progress }, photos, recentComments] = await Promise.all([
      this.dashboard.count(),
      this.photos.recent(LIMITS.dashboardList),
      this.comments.recent(LIMITS.dashboardList),
    ]);
    const recentPhotos = photos.map((photo) => ({ ...photo, gallery_title: photo.gallery_name }));
    return { ...counts, recentPhotos, recentComments, firstSteps: toFirstStepsView(progress) };
  }
}

function toFirstStepsView({ settings, ...progress }: SetupProgress): FirstStepsView {
  const { about_story = '', imprint = '', theme, dark_theme, full_page_background } = settings;
  return {
    profile: progress.hasProfile,
    texts: ![siteTitle(settings), about_story, imprint].some(isBlank),
    photos: progress.hasPhoto,
    gallery: progress.hasGallery,
    // An explicit default counts as a choice.
    look: progress.hasBackground || (theme ?? dark_theme ?? full_page_background) !== undefined,
    dismissed: settings.first_steps_dismissed === 'true',
  };
}
