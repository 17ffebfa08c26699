import { heading, REFUSED, SAYS_REFUSED, text, type AdminScreen } from './admin-screen.ts';

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

/** States of the queue page. */
export const QUEUE_PAGES: AdminScreen[] = [
  {
    name: 'queue',
    path: '/queue',
    answers: { 'GET /admin/queue': FAILING_QUEUE },
    shows: text('The storage is full.'),
  },
  {
    name: 'queue-empty',
    isVariant: true,
    path: '/queue',
    answers: {
      'GET /admin/queue': {
        counts: { waiting: 0, active: 0, delayed: 0, failed: 0, completed: 124 },
        oldest_waiting_seconds: null,
        workers: 2,
        failed_jobs: [],
        next_cursor: null,
        total: 0,
      },
    },
    shows: heading('Nothing has failed'),
  },
  {
    name: 'queue-failure',
    isVariant: true,
    path: '/queue',
    answers: { 'GET /admin/queue': REFUSED },
    shows: heading('Failed to load the queue'),
    says: SAYS_REFUSED,
  },
];
