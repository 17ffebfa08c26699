import { heading, REFUSED, SAYS_REFUSED, text, type AdminScreen } from './screens/admin-screen.ts';

const PHONE = { device: 'Samsung Internet on Android', network: '2001:db8:1f2e::/48' };
const DESK = { device: 'Firefox on Windows', network: '203.0.113.0/24' };
const EVENT = { ...DESK, revoked_device: null, count: 1, at: '2026-03-12T08:00:00.000Z' };

/** This device, and another one. */
export const SESSIONS = {
  sessions: [DESK, PHONE].map((device, index) => ({
    ...device,
    id: index + 1,
    created_at: '2026-03-12T08:00:00.000Z',
    last_used_at: '2026-03-14T09:25:00.000Z',
    is_current: index === 0,
  })),
};

const SECURITY_EVENTS = {
  events: [
    { ...EVENT, id: 5, type: 'session-revoked', revoked_device: PHONE.device },
    { ...EVENT, id: 4, type: 'sign-in-failed', device: 'Unknown browser on Linux', count: 12 },
    { ...EVENT, id: 3, type: 'new-device', ...PHONE },
    { ...EVENT, id: 2, type: 'password-reset', device: null, network: null },
    { ...EVENT, id: 1, type: 'sign-in' },
  ],
};

/** Settings → Sessions. */
export const SESSION_PAGES: AdminScreen[] = [
  {
    name: 'sessions',
    path: '/settings#sessions',
    answers: { 'GET /auth/sessions': SESSIONS, 'GET /auth/security-events': SECURITY_EVENTS },
    shows: text('Failed sign-in (12 times)'),
  },
  {
    name: 'sessions-failure',
    path: '/settings#sessions',
    answers: { 'GET /auth/sessions': REFUSED, 'GET /auth/security-events': REFUSED },
    shows: heading('Failed to load security events'),
    says: SAYS_REFUSED,
    isVariant: true,
  },
];
