const PHONE = { device: 'Samsung Internet on Android', network: '2001:db8:1f2e::/48' };
const DESKTOP = { device: 'Firefox on Windows', network: '203.0.113.0/24' };
const EVENT = { ...DESKTOP, revoked_device: null, count: 1, at: '2026-03-12T08:00:00.000Z' };

/** This device, and another one. */
export const SESSIONS = {
  sessions: [DESKTOP, PHONE].map((device, index) => ({
    ...device,
    id: index + 1,
    created_at: '2026-03-12T08:00:00.000Z',
    last_used_at: '2026-03-14T09:25:00.000Z',
    is_current: index === 0,
  })),
};

export const SECURITY_EVENTS = {
  events: [
    { ...EVENT, id: 5, type: 'session-revoked', revoked_device: PHONE.device },
    { ...EVENT, id: 4, type: 'sign-in-failed', device: 'Unknown browser on Linux', count: 12 },
    { ...EVENT, id: 3, type: 'new-device', ...PHONE },
    { ...EVENT, id: 2, type: 'password-reset', device: null, network: null },
    { ...EVENT, id: 1, type: 'sign-in' },
  ],
};

const DELETED = {
  text: null,
  thumbnail_url: null,
  deleted_at: '2026-03-14T09:26:53.000Z',
  purged_at: '2026-04-13T09:26:53.000Z',
};

/** Something of each kind. */
export const TRASH = {
  items: [
    { ...DELETED, kind: 'photo', id: 3, title: 'The Old Breakwater, Low Tide' },
    { ...DELETED, kind: 'gallery', id: 2, title: 'Night Walks' },
    {
      ...DELETED,
      kind: 'comment',
      id: 5,
      title: 'Hanna Berg',
      text: 'I stood here last winter, and the light was exactly this.',
    },
    { ...DELETED, kind: 'message', id: 4, title: 'A print for the stairs', text: 'Is there one left?' },
    { ...DELETED, kind: 'news', id: 1, title: null },
  ],
  next_cursor: null,
  total: 5,
};

/** No worker, a growing queue, and failed jobs of each kind. */
export const FAILING_QUEUE = {
  counts: { waiting: 1_248, active: 0, delayed: 12, failed: 3, completed: 96 },
  oldest_waiting_seconds: 5_400,
  workers: 0,
  failed_jobs: [
    {
      id: '9f1c7a40-5d3e-4b8e-8a7b-3f2a1c6d0e55',
      name: 'Prepare a photo',
      about: { kind: 'photo', id: 3, title: 'The Old Breakwater, Low Tide' },
      reason: 'The storage is full.',
      attempts: 5,
      failed_at: '2026-03-14T09:26:53.000Z',
    },
    {
      id: '0b6f6d0c-63e2-4f0a-9c1d-7f1f5f0b8a92',
      name: 'Mail a message to you',
      about: { kind: 'message', id: 12, title: 'A print for the stairs' },
      reason: 'The mail server did not accept the user name and password.',
      attempts: 11,
      failed_at: '2026-03-14T06:02:11.000Z',
    },
    {
      id: 'repeat:housekeeping.requeue:1773476400000',
      name: 'Look for work that was left over',
      about: { kind: 'site', id: null, title: null },
      reason: 'The database, the storage or the queue could not be reached.',
      attempts: 1,
      failed_at: '2026-03-14T05:40:00.000Z',
    },
  ],
  next_cursor: null,
  total: 3,
};

/** Two workers without jobs. */
export const IDLE_QUEUE = {
  counts: { waiting: 0, active: 0, delayed: 0, failed: 0, completed: 124 },
  oldest_waiting_seconds: null,
  workers: 2,
  failed_jobs: [],
  next_cursor: null,
  total: 0,
};

/** A site without galleries, whose photos are in preparation. */
export const EMPTY_DASHBOARD = {
  galleries: 0,
  photos: 0,
  comments: 0,
  pendingComments: 0,
  unreadMessages: 0,
  processingPhotos: 3,
  failedPhotos: 2,
  recentPhotos: [],
  recentComments: [],
  firstSteps: { profile: true, texts: false, photos: false, gallery: false, look: false, dismissed: false },
};

/** Two weeks with a quiet day and a deleted photo. */
export const VIEWS = {
  days: [12, 40, 33, 8, 0, 21, 64, 58, 71, 93, 1_240, 410, 160, 88].map((views, index) => ({
    day: `2026-03-${String(index + 1).padStart(2, '0')}`,
    views,
    visitors: Math.round(views / 3),
  })),
  views: 2_298,
  visitors: 766,
  pages: [
    { page: '/photo/3', title: 'The Old Breakwater, Low Tide', views: 1_104 },
    { page: '/', title: 'Home', views: 620 },
    { page: '/gallery/night-walks', title: 'Night Walks', views: 310 },
    { page: '/photo/9', title: null, views: 4 },
  ],
  referrers: [
    { domain: 'a-very-long-name-of-a-magazine-about-photography.example.org', views: 940 },
    { domain: 'example.com', views: 12 },
  ],
};
