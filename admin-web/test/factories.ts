import {
  SETTING_NAMES,
  settingValues,
  type BackgroundSettingView,
  type SettingValues,
  type WebsiteSettingsView,
} from '@portfolio/contracts';
import type {
  ActiveSessionView,
  DashboardView,
  FailedJobView,
  FirstStepsView,
  GalleryView,
  NewsItemView,
  NewsListView,
  PhotoListView,
  PhotoUploadView,
  PhotoView,
  QueueView,
  SecurityEventView,
  TrashItemView,
  UserView,
  MessageListView,
  MessageView,
  ModeratedCommentView,
  ViewReportView,
} from '@portfolio/contracts';

/** Large, so that no test’s own id is among them. */
let lastId = 1_000;

export const aUser = (): UserView => ({ id: 1, name: 'Elin Marsh', email: 'elin@example.org' });

export const aSession = (differences: Partial<ActiveSessionView> = {}): ActiveSessionView => ({
  id: ++lastId,
  device: 'Firefox on Windows',
  network: '203.0.113.0/24',
  created_at: '2026-03-12T08:00:00.000Z',
  last_used_at: '2026-03-14T09:25:00.000Z',
  is_current: false,
  ...differences,
});

export const aSecurityEvent = (differences: Partial<SecurityEventView> = {}): SecurityEventView => ({
  id: ++lastId,
  type: 'sign-in',
  device: 'Firefox on Windows',
  network: '203.0.113.0/24',
  revoked_device: null,
  count: 1,
  at: '2026-03-12T08:00:00.000Z',
  ...differences,
});

export function aPhoto(differences: Partial<PhotoView> = {}): PhotoView {
  const id = ++lastId;
  return {
    id,
    title: `Photo ${id}`,
    alt_text: null,
    description: null,
    width: 1200,
    height: 800,
    focus_x: 0.5,
    focus_y: 0.5,
    placeholder: null,
    renditions: [],
    status: 'ready',
    visibility: 'public',
    failure: null,
    image_url: `/media/${id}/image.jpg`,
    large_thumbnail_url: `/media/${id}/large.jpg`,
    small_thumbnail_url: `/media/${id}/small.jpg`,
    gallery_id: null,
    gallery_name: null,
    galleries: [],
    comment_count: 0,
    tags: [],
    is_for_sale: false,
    selling_price: null,
    created_at: '2026-05-04T10:00:00.000Z',
    original_url: null,
    ...differences,
  };
}

/** Origin of a photo, by default without details in the file. */
export const anUpload = (differences: Partial<PhotoUploadView> = {}): PhotoUploadView => ({
  file_name: null,
  content_hash: '0'.repeat(64),
  captured_at: null,
  from_file: [],
  creator: null,
  copyright: null,
  batch_order: 1,
  batch_place: 0,
  ...differences,
});

/** Page of a list; the last one unless a cursor is given. */
export const aPhotoList = (photos: PhotoView[], next_cursor: string | null = null): PhotoListView => ({
  photos,
  next_cursor,
  total: photos.length,
});

export function aGallery(differences: Partial<GalleryView> = {}): GalleryView {
  const id = ++lastId;
  return {
    id,
    title: `Gallery ${id}`,
    slug: `gallery-${id}`,
    description: null,
    is_active: true,
    visibility: differences.is_active === false ? 'hidden' : 'public',
    has_password: false,
    publish_at: null,
    unpublish_at: null,
    opening: 'plain',
    layout: 'masonry',
    photo_count: 3,
    preview_image: null,
    preview: null,
    cover_photo_id: null,
    created_at: '2026-05-04T10:00:00.000Z',
    ...differences,
  };
}

export const aGalleryList = (galleries: GalleryView[]) => ({ galleries, next_cursor: null, total: galleries.length });

/** Selected file with arbitrary content. */
export function aFile(name = 'harbour.jpg', { type = 'image/jpeg', bytes = 1000 } = {}): File {
  return new File([new Uint8Array(bytes)], name, { type });
}

/** Dashboard of an empty site. */
export const aDashboard = (differences: Partial<DashboardView> = {}): DashboardView => ({
  galleries: 0,
  photos: 0,
  comments: 0,
  pendingComments: 0,
  unreadMessages: 0,
  processingPhotos: 0,
  failedPhotos: 0,
  recentPhotos: [],
  recentComments: [],
  firstSteps: noFirstSteps(),
  ...differences,
});

/** Seven days; without views by default. */
export const aViewReport = (differences: Partial<ViewReportView> = {}): ViewReportView => ({
  days: [9, 10, 11, 12, 13, 14, 15].map((day) => ({
    day: `2026-03-${String(day).padStart(2, '0')}`,
    views: differences.views ? day : 0,
    visitors: differences.views ? day - 8 : 0,
  })),
  views: 0,
  visitors: 0,
  pages: [],
  referrers: [],
  ...differences,
});

/** First steps, all open. */
export const noFirstSteps = (differences: Partial<FirstStepsView> = {}): FirstStepsView => ({
  profile: false,
  texts: false,
  photos: false,
  gallery: false,
  look: false,
  dismissed: false,
  ...differences,
});

export function aNewsItem(differences: Partial<NewsItemView> = {}): NewsItemView {
  const id = ++lastId;
  return {
    id,
    headline: `Headline ${id}`,
    content: 'News of the week.',
    link: null,
    is_active: true,
    created_at: '2026-05-04T10:00:00.000Z',
    ...differences,
  };
}

/** Page of a list; the last one unless a cursor is given. */
export const aNewsList = (news: NewsItemView[], next_cursor: string | null = null): NewsListView => ({
  news,
  next_cursor,
  total: news.length,
});

export function aComment(differences: Partial<ModeratedCommentView> = {}): ModeratedCommentView {
  const id = ++lastId;
  return {
    id,
    photo_id: 3,
    photo_title: 'Harbour',
    photo_thumbnail_url: null,
    author_name: `Visitor ${id}`,
    author_email: `visitor${id}@example.com`,
    content: 'The light!',
    is_approved: false,
    created_at: '2026-05-04T10:00:00.000Z',
    ...differences,
  };
}

/** Page of the list, newest first. */
export const aCommentList = (comments: ModeratedCommentView[], next_cursor: string | null = null) => ({
  comments: [...comments].sort((a, b) => b.id - a.id),
  next_cursor,
  total: comments.length,
});

export function aMessage(differences: Partial<MessageView> = {}): MessageView {
  const id = ++lastId;
  return {
    id,
    name: `Visitor ${id}`,
    email: `visitor${id}@example.com`,
    subject: `Subject ${id}`,
    message: 'Is there a print of it?',
    photo: null,
    is_read: false,
    mail_status: 'off',
    mail_failure: null,
    created_at: '2026-05-04T10:00:00.000Z',
    ...differences,
  };
}

/** Page of the list: unread first, then by date. */
export const aMessageList = (messages: MessageView[], next_cursor: string | null = null): MessageListView => ({
  messages: [...messages].sort((a, b) => Number(a.is_read) - Number(b.is_read) || b.id - a.id),
  next_cursor,
  total: messages.length,
  unread: messages.filter(({ is_read }) => !is_read).length,
});

export const aTrashItem = (differences: Partial<TrashItemView> = {}): TrashItemView => ({
  kind: 'photo',
  id: 3,
  title: 'Harbour',
  text: null,
  thumbnail_url: null,
  deleted_at: '2026-03-14T09:26:53.000Z',
  purged_at: '2026-04-13T09:26:53.000Z',
  ...differences,
});

export function aFailedJob(differences: Partial<FailedJobView> = {}): FailedJobView {
  const id = ++lastId;
  return {
    id: String(id),
    name: 'Prepare a photo',
    about: { kind: 'photo', id, title: `Photo ${id}` },
    reason: 'The storage is full.',
    attempts: 5,
    failed_at: '2026-05-04T10:00:00.000Z',
    ...differences,
  };
}

/** Queue with these failed jobs and one worker. */
export const aQueue = (failed_jobs: FailedJobView[] = [], differences: Partial<QueueView> = {}): QueueView => ({
  counts: { waiting: 0, active: 0, delayed: 0, failed: failed_jobs.length, completed: 0 },
  oldest_waiting_seconds: null,
  workers: 1,
  failed_jobs,
  next_cursor: null,
  total: failed_jobs.length,
  ...differences,
});

/** Settings of the site, by default the defaults. */
export const theSettings = (
  given: Partial<SettingValues> = {},
  background: Partial<BackgroundSettingView> = {},
): WebsiteSettingsView => {
  const values = { ...settingValues(new Map()), ...given };
  const named = Object.fromEntries(SETTING_NAMES.map((name) => [name, { value: values[name] }]));
  const background_image = { value: '', status: 'absent', failure: null, version: '"none"', ...background };
  return { settings: { ...named, background_image } } as WebsiteSettingsView;
};
