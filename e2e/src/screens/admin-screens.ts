import type { Page } from 'playwright-core';
import { heading, inTurn, press, REFUSED, SAYS_REFUSED, text, type AdminScreen } from './admin-screen.ts';
import { SESSION_PAGES } from '../admin-session-screens.ts';
import { QUEUE_PAGES } from './admin-queue-screens.ts';
import { jpeg } from '../test-pictures.ts';
import { noisyPicture } from '../test-pictures.ts';

const LIST_END = { next_cursor: null, total: 0 };

/** Selects the first photos of the list. */
export const selectPhotos = (count: number) => async (page: Page) => {
  const boxes = page.getByRole('list', { name: 'Photos', exact: true }).getByRole('checkbox');
  for (let place = 0; place < count; place += 1) await boxes.nth(place).check();
};

/** Every page of the back office in each of its states. */
export const ADMIN_PAGES: AdminScreen[] = [
  { name: 'sign-in', path: '/login', shows: text('This site is a demo'), isSignedOut: true },
  {
    name: 'sign-in-errors',
    path: '/login',
    reach: press('Sign In'),
    shows: text('Password is required'),
    isSignedOut: true,
  },
  {
    name: 'sign-in-refused',
    isVariant: true,
    path: '/login',
    answers: { 'POST /auth/login': REFUSED },
    reach: inTurn(press('Fill in for me'), press('Sign In')),
    shows: text('The site says no.'),
    says: SAYS_REFUSED,
    isSignedOut: true,
  },
  { name: 'dashboard', path: '', shows: heading('Latest photos') },
  {
    name: 'dashboard-empty',
    isVariant: true,
    path: '',
    answers: {
      'GET /admin/dashboard': {
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
      },
    },
    shows: heading('First steps'),
  },
  {
    name: 'dashboard-failure',
    isVariant: true,
    path: '',
    answers: { 'GET /admin/dashboard': REFUSED },
    shows: heading('Failed to load dashboard data'),
    says: SAYS_REFUSED,
  },
  { name: 'galleries', path: '/galleries', shows: (page) => page.getByRole('row').nth(1) },
  {
    name: 'galleries-empty',
    path: '/galleries',
    answers: { 'GET /galleries': { galleries: [], ...LIST_END } },
    shows: heading('No galleries yet'),
  },
  {
    name: 'galleries-failure',
    path: '/galleries',
    answers: { 'GET /galleries': REFUSED },
    shows: heading('Failed to load galleries'),
    says: SAYS_REFUSED,
  },
  {
    name: 'oops',
    path: '/galleries',
    answers: { 'GET /galleries': { galleries: [null], ...LIST_END }, 'POST /logs/frontend': {} },
    shows: heading('Oops!'),
    says: /null/,
  },
  { name: 'photos', path: '/photos', shows: heading('Without a Torch') },
  {
    name: 'photos-unready',
    path: '/photos',
    reach: async (page) => {
      // As if the first were under way, and the second could not be prepared.
      const underWay = { status: 'processing', renditions: [] };
      const failure = 'The file ends in the middle of the picture.';
      await page.route('**/api/photos?**', async (route) => {
        const answer = await (await route.fetch()).json();
        const [first, second] = answer.photos;
        Object.assign(first, underWay);
        Object.assign(second, { status: 'failed', renditions: [], failure });
        await route.fulfill({ json: answer });
      });
      // Which is looked at again and again.
      await page.route(/\/api\/photos\/\d+$/, async (route) => {
        const { photo } = await (await route.fetch()).json();
        await route.fulfill({ json: { photo: { ...photo, ...underWay } } });
      });
      await page.reload();
      await page.getByRole('list', { name: 'Photos', exact: true }).getByText('Processing').waitFor();
    },
    shows: (page) => page.getByRole('button', { name: /^Retry / }),
  },
  {
    name: 'photos-selected',
    isVariant: true,
    path: '/photos',
    reach: selectPhotos(3),
    shows: text('3 photos selected'),
  },
  {
    name: 'photos-uploading',
    path: '/photos?new',
    answers: { 'POST /photos/upload': 503 },
    reach: async (page) => {
      const pictures = [await noisyPicture(), await noisyPicture()];
      await page
        .getByLabel('Image', { exact: true })
        .setInputFiles(pictures.map((picture, index) => jpeg(`harbour-wall-at-low-tide-${index + 1}.jpg`, picture)));
      await press('Upload 2 Photos')(page);
      await selectPhotos(2)(page);
    },
    shows: (page) => page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Retry now' }),
    says: /status of 503/,
  },
  {
    name: 'photos-empty',
    isVariant: true,
    path: '/photos',
    answers: { 'GET /photos': { photos: [], ...LIST_END } },
    shows: text('Get started by uploading your first photo.'),
  },
  { name: 'photos-none-found', isVariant: true, path: '/photos?search=xyzzy', shows: heading('No photos found') },
  {
    name: 'photos-failure',
    isVariant: true,
    path: '/photos',
    answers: { 'GET /photos': REFUSED },
    shows: heading('Failed to fetch photos'),
    says: SAYS_REFUSED,
  },
  { name: 'comments', path: '/comments', shows: heading('Hanna Berg') },
  {
    name: 'comments-selected',
    isVariant: true,
    path: '/comments',
    reach: async (page) => {
      for (const place of [0, 1]) await page.getByRole('article').getByRole('checkbox').nth(place).check();
    },
    shows: text('2 selected'),
  },
  {
    name: 'comments-empty',
    isVariant: true,
    path: '/comments?status=pending',
    answers: { 'GET /comments': { comments: [], ...LIST_END } },
    shows: text('No pending comments found.'),
  },
  {
    name: 'comments-failure',
    isVariant: true,
    path: '/comments',
    answers: { 'GET /comments': REFUSED },
    shows: heading('Error Loading Comments'),
    says: SAYS_REFUSED,
  },
  { name: 'news', path: '/news', shows: (page) => page.getByRole('row').nth(2) },
  {
    name: 'news-empty',
    isVariant: true,
    path: '/news',
    answers: { 'GET /news': { news: [], ...LIST_END } },
    shows: heading('No news items yet'),
  },
  {
    name: 'news-failure',
    isVariant: true,
    path: '/news',
    answers: { 'GET /news': REFUSED },
    shows: text('The site says no.'),
    says: SAYS_REFUSED,
  },
  { name: 'messages', path: '/messages', shows: text('A print for the stairs') },
  {
    name: 'message',
    path: '/messages',
    reach: (page) => text('A print for the stairs')(page).click(),
    shows: text('Reply'),
  },
  {
    name: 'messages-empty',
    isVariant: true,
    path: '/messages',
    answers: { 'GET /admin/messages': { messages: [], unread: 0, ...LIST_END } },
    shows: heading('No messages yet'),
  },
  {
    name: 'messages-failure',
    isVariant: true,
    path: '/messages',
    answers: { 'GET /admin/messages': REFUSED },
    shows: heading('Failed to load messages'),
    says: SAYS_REFUSED,
  },
  ...QUEUE_PAGES,
  { name: 'settings', path: '/settings', shows: heading('Social Links') },
  ...SESSION_PAGES,
  {
    name: 'settings-errors',
    path: '/settings',
    reach: async (page) => {
      await page.getByLabel('Full Name').fill('');
      await page.getByLabel('New Password', { exact: true }).fill('low');
      await page.getByLabel('Site Title').fill('Slack Water, and other tides');
      await press('Save Changes')(page);
    },
    shows: text('Name is required'),
  },
  {
    name: 'settings-failure',
    isVariant: true,
    path: '/settings',
    answers: { 'GET /admin/settings/website': REFUSED },
    shows: text('The look and the texts of the site cannot be changed right now.'),
    says: /status of 403|settings of the website could not be fetched/,
  },
];
