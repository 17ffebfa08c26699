import type { ModeratedCommentView } from './comments.ts';
import type { PhotoView } from './photo-views.ts';

/** What the back office opens with. */
export interface DashboardView {
  galleries: number;
  photos: number;
  /** Approved ones. */
  comments: number;
  pendingComments: number;
  unreadMessages: number;
  processingPhotos: number;
  failedPhotos: number;
  /** The latest 5. */
  recentPhotos: DashboardPhotoView[];
  /** The latest 5, approved or not. */
  recentComments: ModeratedCommentView[];
}

export interface DashboardPhotoView extends PhotoView {
  /**
   * Title of the photo's first gallery; null where it is in none.
   *
   * @example "Slack Water"
   */
  gallery_title: string | null;
}
