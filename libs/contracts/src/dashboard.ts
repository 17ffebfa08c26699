import type { ModeratedCommentView } from './comments.ts';
import type { PhotoView } from './photos/photo-views.ts';

/** Counts and latest items for the dashboard. */
export interface DashboardView {
  galleries: number;
  photos: number;
  /** Approved comments. */
  comments: number;
  pendingComments: number;
  unreadMessages: number;
  processingPhotos: number;
  failedPhotos: number;
  /** The latest 5. */
  recentPhotos: DashboardPhotoView[];
  /** The latest 5, approved or not. */
  recentComments: ModeratedCommentView[];
  firstSteps: FirstStepsView;
}

/** The first steps of a new site: true when done. */
export interface FirstStepsView {
  /** An account has a name other than the default. */
  profile: boolean;
  /** The site has a name, a story and an imprint. */
  texts: boolean;
  /** A photo has been uploaded. */
  photos: boolean;
  /** A gallery has photos. */
  gallery: boolean;
  /** A background image or a display option has been chosen. */
  look: boolean;
  /** The administrator has dismissed the steps. */
  dismissed: boolean;
}

export interface DashboardPhotoView extends PhotoView {
  /** Title of the photo's first gallery; null if it is in none. @example "Slack Water" */
  gallery_title: string | null;
}
