import type { Page } from 'playwright-core';
import { jpeg, noisyPicture } from '../test-pictures.ts';
import {
  EMPTY_DASHBOARD,
  FAILING_QUEUE,
  IDLE_QUEUE,
  SECURITY_EVENTS,
  SESSIONS,
  TRASH,
  VIEWS,
} from './admin-responses.ts';
import { heading, press, selectPhotos, sequence, text, type AdminScreen } from './admin-screen.ts';
import { EXPORT_SCREENS, EXPORT_VARIANTS } from './export-screens.ts';
import { IMPORT_SCREENS, IMPORT_VARIANTS } from './import-screens.ts';

/** Error status without automatic retries. */
const FORBIDDEN = 403;

type Element = AdminScreen['element'];

/** Page whose list is empty. */
const empty = (name: string, call: string, element: Element, path = `/${name}`): AdminScreen => {
  const response = { [name]: [], unread: 0, next_cursor: null, total: 0 };
  return { name: `${name}-empty`, path, responses: { [call]: response }, element };
};

/** Page whose request fails. */
const failure = (name: string, call: string, element: Element, path = `/${name}`): AdminScreen => ({
  name: `${name}-failure`,
  path,
  responses: { [call]: FORBIDDEN },
  element,
});

/** The pages of the back office. */
export const ADMIN_PAGES: AdminScreen[] = [
  { name: 'sign-in', path: '/login', element: text('This site is a demo'), isSignedOut: true },
  { name: 'dashboard', path: '', element: heading('Latest photos') },
  { name: 'galleries', path: '/galleries', element: (page) => page.getByRole('row').nth(1) },
  { name: 'photos', path: '/photos', element: heading('Without a Torch') },
  {
    name: 'photos-table',
    path: '/photos?view=table',
    steps: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
      await page
        .getByRole('textbox', { name: /^Title of / })
        .first()
        .fill('');
      await page
        .getByRole('textbox', { name: /^Selling Price of / })
        .nth(1)
        .fill('much');
      await page
        .getByRole('textbox', { name: /^Description of / })
        .first()
        .focus();
    },
    element: text('Title is required'),
  },
  { name: 'comments', path: '/comments', element: heading('Hanna Berg') },
  { name: 'news', path: '/news', element: (page) => page.getByRole('row').nth(2) },
  { name: 'messages', path: '/messages', element: text('A print for the stairs') },
  {
    name: 'trash',
    path: '/trash',
    responses: { 'GET /admin/trash': TRASH },
    element: text('Hanna Berg'),
  },
  {
    name: 'queue',
    path: '/queue',
    responses: { 'GET /admin/queue': FAILING_QUEUE },
    element: text('The storage is full.'),
  },
  { name: 'settings', path: '/settings', element: heading('Photo Details') },
  { name: 'settings-texts', path: '/settings/texts', element: heading('Social Links') },
  { name: 'settings-rights', path: '/settings/rights', element: heading('Crawlers') },
  { name: 'settings-contact', path: '/settings/contact', element: heading('Contact') },
  { name: 'settings-privacy', path: '/settings/privacy', element: heading('Visitors') },
  {
    name: 'settings-sessions',
    path: '/settings/sessions',
    responses: { 'GET /auth/sessions': SESSIONS, 'GET /auth/security-events': SECURITY_EVENTS },
    element: text('Failed sign-in (12 times)'),
  },
  ...EXPORT_SCREENS,
  ...IMPORT_SCREENS,
  {
    name: 'settings-errors',
    path: '/settings',
    steps: async (page) => {
      await page.getByLabel('Full Name').fill('');
      await page.getByLabel('New Password', { exact: true }).fill('low');
      await press('Save Changes')(page);
    },
    element: text('Name is required'),
  },
];

/** Other states of the pages, for the full level. */
export const ADMIN_PAGE_VARIANTS: AdminScreen[] = [
  {
    name: 'sign-in-errors',
    path: '/login',
    steps: press('Sign In'),
    element: text('Password is required'),
    isSignedOut: true,
  },
  {
    name: 'dashboard-visits',
    path: '',
    responses: { 'GET /admin/views': VIEWS },
    steps: (page) => page.getByText('Numbers by day').click(),
    element: (page) => page.getByRole('row').nth(14),
  },
  empty('galleries', 'GET /galleries', heading('No galleries yet')),
  failure('galleries', 'GET /galleries', heading('Failed to load galleries')),
  {
    name: 'oops',
    path: '/galleries',
    responses: { 'GET /galleries': { galleries: [null], next_cursor: null, total: 0 }, 'POST /logs/frontend': {} },
    element: heading('Oops!'),
    consoleError: /null/,
  },
  {
    name: 'photos-unready',
    path: '/photos',
    steps: showUnreadyPhotos,
    element: (page) => page.getByRole('button', { name: /^Retry / }),
  },
  {
    name: 'photos-uploading',
    path: '/photos?new',
    responses: { 'POST /photos/upload': 503 },
    steps: sequence(uploadTwoPhotos, selectPhotos(2)),
    element: (page) => page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Retry now' }),
  },
  {
    name: 'message',
    path: '/messages',
    steps: (page) => text('A print for the stairs')(page).click(),
    element: text('Reply'),
  },
  {
    name: 'settings-texts-errors',
    path: '/settings/texts',
    steps: async (page) => {
      await page.getByRole('textbox', { name: 'Social links' }).fill('not an address');
      await press('Save Changes')(page);
    },
    element: text('Please enter a valid URL'),
  },
  { name: 'page-not-found', path: '/settings/nothing', element: heading('Page not found') },
  {
    name: 'sign-in-refused',
    path: '/login',
    responses: { 'POST /auth/login': FORBIDDEN },
    steps: sequence(press('Fill in for me'), press('Sign In')),
    element: text('Refused by the test.'),
    isSignedOut: true,
  },
  {
    name: 'dashboard-empty',
    path: '',
    responses: { 'GET /admin/dashboard': EMPTY_DASHBOARD },
    element: heading('First steps'),
  },
  failure('visits', 'GET /admin/views', heading('Failed to load visits'), ''),
  failure('dashboard', 'GET /admin/dashboard', heading('Failed to load dashboard data'), ''),
  { name: 'photos-selected', path: '/photos', steps: selectPhotos(3), element: text('3 photos selected') },
  empty('photos', 'GET /photos', text('Get started by uploading your first photo.')),
  { name: 'photos-table-none-found', path: '/photos?view=table&search=xyzzy', element: heading('No photos found') },
  failure('photos-table', 'GET /photos', heading('Failed to fetch photos'), '/photos?view=table'),
  { name: 'photos-none-found', path: '/photos?search=xyzzy', element: heading('No photos found') },
  failure('photos', 'GET /photos', heading('Failed to fetch photos')),
  {
    name: 'comments-selected',
    path: '/comments',
    steps: async (page) => {
      for (const index of [0, 1]) await page.getByRole('article').getByRole('checkbox').nth(index).check();
    },
    element: text('2 selected'),
  },
  empty('comments', 'GET /comments', text('No pending comments found.'), '/comments?status=pending'),
  failure('comments', 'GET /comments', heading('Error Loading Comments')),
  empty('news', 'GET /news', heading('No news items yet')),
  failure('news', 'GET /news', text('Refused by the test.')),
  empty('messages', 'GET /admin/messages', heading('No messages yet')),
  failure('messages', 'GET /admin/messages', heading('Failed to load messages')),
  {
    name: 'trash-empty',
    path: '/trash',
    responses: { 'GET /admin/trash': { ...TRASH, items: [], total: 0 } },
    element: heading('The trash is empty'),
  },
  failure('trash', 'GET /admin/trash', heading('Failed to load the trash')),
  {
    name: 'queue-empty',
    path: '/queue',
    responses: { 'GET /admin/queue': IDLE_QUEUE },
    element: heading('No failed jobs'),
  },
  failure('queue', 'GET /admin/queue', heading('Failed to load the queue')),
  {
    name: 'settings-sessions-failure',
    path: '/settings/sessions',
    responses: { 'GET /auth/sessions': FORBIDDEN, 'GET /auth/security-events': FORBIDDEN },
    element: heading('Failed to load security events'),
  },
  ...EXPORT_VARIANTS,
  ...IMPORT_VARIANTS,
  {
    ...failure(
      'settings',
      'GET /admin/settings/website',
      text('The settings of the site cannot be changed right now.'),
    ),
    consoleError: /settings of the website could not be fetched/,
  },
];

/** Shows the first photo as processing, also when it is polled, and the second as failed. */
async function showUnreadyPhotos(page: Page): Promise<void> {
  const processing = { status: 'processing', renditions: [] };
  const failed = { status: 'failed', renditions: [], failure: 'The file ends in the middle of the picture.' };
  await page.route('**/api/photos?**', async (route) => {
    const list = await (await route.fetch()).json();
    Object.assign(list.photos[0], processing);
    Object.assign(list.photos[1], failed);
    await route.fulfill({ json: list });
  });
  await page.route(/\/api\/photos\/\d+$/, async (route) => {
    const { photo } = await (await route.fetch()).json();
    await route.fulfill({ json: { photo: { ...photo, ...processing } } });
  });
  await page.reload();
  await page.getByRole('list', { name: 'Photos', exact: true }).getByText('Processing').waitFor();
}

async function uploadTwoPhotos(page: Page): Promise<void> {
  const files = [1, 2].map(async (number) => jpeg(`harbour-wall-at-low-tide-${number}.jpg`, await noisyPicture()));
  await page.getByLabel('Image', { exact: true }).setInputFiles(await Promise.all(files));
  await press('Upload 2 Photos')(page);
}
