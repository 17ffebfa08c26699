import type { Page } from 'playwright-core';
import { jpeg, noisyPicture, plainPicture } from '../test-pictures.ts';
import { FAILING_QUEUE, SESSIONS, TRASH } from './admin-responses.ts';
import {
  confirmation,
  dialog,
  heading,
  option,
  press,
  selectPhotos,
  sequence,
  text,
  type AdminScreen,
} from './admin-screen.ts';

/** Chooses files in the upload dialog. */
const chooseFiles = (page: Page, ...files: ReturnType<typeof jpeg>[]) =>
  page.getByRole('dialog').getByLabel('Image', { exact: true }).setInputFiles(files);

/** Confirmation that a button opens. */
const confirming = (name: string, path: string, button: string, title: string): AdminScreen => ({
  name,
  path,
  steps: press(button),
  element: confirmation(title),
});

/** Dialogs and confirmations of the back office. */
export const ADMIN_DIALOGS: AdminScreen[] = [
  {
    name: 'shortcuts',
    path: '/photos',
    steps: async (page) => {
      await heading('Without a Torch')(page).waitFor();
      await page.keyboard.press('?');
    },
    element: dialog('Keyboard shortcuts'),
  },
  {
    name: 'gallery-new',
    path: '/galleries?new',
    steps: sequence((page) => option(0)(page).click(), press('Create Gallery')),
    element: text('Title is required'),
  },
  { name: 'upload', path: '/photos?new', element: text('Choose photos, or drop them here') },
  {
    name: 'photo-edit',
    path: '/photos',
    steps: press('Edit The Old Breakwater, Low Tide'),
    element: text('Describes the photo for people who cannot see it'),
  },
  confirming('photo-delete', '/photos', 'Delete Without a Torch', 'Delete photo'),
  {
    name: 'add-to-gallery',
    path: '/photos',
    steps: sequence(selectPhotos(3), press('Add to gallery')),
    element: dialog('Add to gallery'),
  },
  {
    name: 'news-new',
    path: '/news?new',
    steps: sequence((page) => page.getByLabel('External Link').fill('example.com'), press('Create News')),
    element: text('Please enter a valid URL starting with http:// or https://'),
  },
];

/** Other states and dialogs of the same kinds, for the full level. */
export const ADMIN_DIALOG_VARIANTS: AdminScreen[] = [
  {
    name: 'gallery-edit',
    path: '/galleries',
    steps: sequence(press('Edit Slack Water'), (page) => option(0)(page).click()),
    element: text('5 selected'),
  },
  {
    name: 'upload-several',
    path: '/photos?new',
    steps: async (page) =>
      chooseFiles(
        page,
        jpeg('Harbour_wall-0112.jpg', await plainPicture('#3a5a78')),
        jpeg('Harbour-wall-with-a-name-that-does-not-end-before-the-line-does-0113.jpg', await noisyPicture()),
        jpeg('An old acquaintance.jpg', await plainPicture('#7a3a58')),
        { name: 'contact sheet.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
      ),
    element: heading('1 photo already uploaded'),
  },
  {
    name: 'gallery-edit-list',
    path: '/galleries',
    steps: sequence(press('Edit Slack Water'), press('List'), (page) => option(3)(page).scrollIntoViewIfNeeded()),
    element: option(3),
  },
  {
    name: 'gallery-unsaved',
    path: '/galleries?new',
    steps: async (page) => {
      await page.getByRole('dialog').getByLabel('Title').fill('Slack Water, again');
      await page.keyboard.press('Escape');
    },
    element: confirmation('Discard changes?'),
  },
  confirming('gallery-delete', '/galleries', 'Delete Slack Water', 'Delete Slack Water'),
  {
    name: 'upload-one',
    path: '/photos?new',
    steps: async (page) => {
      await chooseFiles(page, jpeg('Harbour_wall-0112.jpg', await plainPicture('#3a5a78')));
      await press('Upload Photo')(page);
    },
    element: text('Title is required'),
  },
  {
    name: 'photos-delete',
    path: '/photos',
    steps: sequence(selectPhotos(3), press('Delete')),
    element: confirmation('Delete photos'),
  },
  confirming('comment-delete', '/comments', 'Delete', 'Delete comment'),
  { name: 'news-edit', path: '/news?edit=1', element: dialog('Edit News Item') },
  {
    name: 'news-delete',
    path: '/news',
    steps: (page) =>
      page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click(),
    element: confirmation('Delete News Item'),
  },
  {
    name: 'message-delete',
    path: '/messages',
    steps: sequence((page) => text('A print for the stairs')(page).click(), press('Delete')),
    element: confirmation('Delete message'),
  },
  {
    ...confirming('job-remove', '/queue', 'Remove: Prepare a photo, The Old Breakwater, Low Tide', 'Remove failed job'),
    responses: { 'GET /admin/queue': FAILING_QUEUE },
  },
  {
    ...confirming('jobs-remove', '/queue', 'Remove All', 'Remove all failed jobs'),
    responses: { 'GET /admin/queue': FAILING_QUEUE },
  },
  {
    ...confirming('trash-empty', '/trash', 'Empty Trash', 'Empty the trash'),
    responses: { 'GET /admin/trash': TRASH },
  },
  {
    ...confirming('end-session', '/settings/sessions', 'End session: Samsung Internet on Android', 'End session?'),
    responses: { 'GET /auth/sessions': SESSIONS },
  },
  confirming('sign-out-everywhere', '/settings/sessions', 'Sign Out Everywhere', 'Sign out everywhere?'),
];
