import type { Page } from 'playwright-core';
import { dialog, heading, inTurn, press, question, text, type AdminScreen } from './admin-screen.ts';
import { FAILING_QUEUE } from './admin-queue-screens.ts';
import { selectPhotos } from './admin-screens.ts';
import { SESSIONS } from '../admin-session-screens.ts';
import { jpeg } from '../test-pictures.ts';
import { noisyPicture, plainPicture } from '../test-pictures.ts';

/** Chooses files in the upload dialog. */
async function chooseFiles(page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await page.getByRole('dialog').getByLabel('Image', { exact: true }).setInputFiles(files);
}

const choice = (page: Page, index: number) => page.getByRole('listbox').getByRole('option').nth(index);

/** All dialogs and confirmations of the back office. */
export const ADMIN_DIALOGS: AdminScreen[] = [
  {
    name: 'shortcuts',
    path: '/photos',
    reach: async (page) => {
      await heading('Without a Torch')(page).waitFor();
      await page.keyboard.press('?');
    },
    shows: dialog('Keyboard shortcuts'),
  },
  {
    name: 'gallery-new',
    path: '/galleries?new',
    reach: inTurn((page) => choice(page, 0).click(), press('Create Gallery')),
    shows: text('Title is required'),
  },
  {
    name: 'gallery-edit',
    path: '/galleries',
    reach: inTurn(press('Edit Slack Water'), (page) => choice(page, 0).click()),
    shows: text('5 selected'),
  },
  {
    name: 'gallery-edit-list',
    isVariant: true,
    path: '/galleries',
    reach: inTurn(press('Edit Slack Water'), press('List'), (page) => choice(page, 3).scrollIntoViewIfNeeded()),
    shows: (page) => choice(page, 3),
  },
  {
    name: 'gallery-unsaved',
    isVariant: true,
    path: '/galleries?new',
    reach: async (page) => {
      await page.getByRole('dialog').getByLabel('Title').fill('Slack Water, again');
      await page.keyboard.press('Escape');
    },
    shows: question('Discard changes?'),
  },
  {
    name: 'gallery-delete',
    isVariant: true,
    path: '/galleries',
    reach: press('Delete Slack Water'),
    shows: question('Delete Slack Water'),
  },
  { name: 'upload', path: '/photos?new', shows: text('Choose photos, or drop them here') },
  {
    name: 'upload-one',
    isVariant: true,
    path: '/photos?new',
    reach: async (page) => {
      await chooseFiles(page, jpeg('Harbour_wall-0112.jpg', await plainPicture('#3a5a78')));
      await press('Upload Photo')(page);
    },
    shows: text('Title is required'),
  },
  {
    name: 'upload-several',
    path: '/photos?new',
    reach: async (page) =>
      chooseFiles(
        page,
        jpeg('Harbour_wall-0112.jpg', await plainPicture('#3a5a78')),
        jpeg('Harbour-wall-with-a-name-that-does-not-end-before-the-line-does-0113.jpg', await noisyPicture()),
        jpeg('An old acquaintance.jpg', await plainPicture('#7a3a58')),
        { name: 'contact sheet.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
      ),
    shows: heading('1 photo already uploaded'),
  },
  {
    name: 'photo-edit',
    path: '/photos',
    reach: press('Edit The Old Breakwater, Low Tide'),
    shows: text('What the photo shows, for people who cannot see it'),
  },
  {
    name: 'photo-delete',
    path: '/photos',
    reach: press('Delete Without a Torch'),
    shows: question('Delete photo'),
  },
  {
    name: 'add-to-gallery',
    path: '/photos',
    reach: inTurn(selectPhotos(3), press('Add to gallery')),
    shows: dialog('Add to gallery'),
  },
  {
    name: 'photos-delete',
    isVariant: true,
    path: '/photos',
    reach: inTurn(selectPhotos(3), press('Delete')),
    shows: question('Delete photos'),
  },
  {
    name: 'comment-delete',
    isVariant: true,
    path: '/comments',
    reach: press('Delete'),
    shows: question('Delete comment'),
  },
  {
    name: 'news-new',
    path: '/news?new',
    reach: inTurn((page) => page.getByLabel('External Link').fill('example.com'), press('Create News')),
    shows: text('Please enter a valid URL starting with http:// or https://'),
  },
  { name: 'news-edit', isVariant: true, path: '/news?edit=1', shows: dialog('Edit News Item') },
  {
    name: 'news-delete',
    isVariant: true,
    path: '/news',
    reach: (page) =>
      page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click(),
    shows: question('Delete News Item'),
  },
  {
    name: 'message-delete',
    isVariant: true,
    path: '/messages',
    reach: inTurn((page) => text('A print for the stairs')(page).click(), press('Delete')),
    shows: question('Delete message'),
  },
  {
    name: 'job-remove',
    isVariant: true,
    path: '/queue',
    answers: { 'GET /admin/queue': FAILING_QUEUE },
    reach: press('Remove: Prepare a photo, The Old Breakwater, Low Tide'),
    shows: question('Remove failed job'),
  },
  {
    name: 'jobs-remove',
    isVariant: true,
    path: '/queue',
    answers: { 'GET /admin/queue': FAILING_QUEUE },
    reach: press('Remove All'),
    shows: question('Remove all failed jobs'),
  },
  {
    name: 'end-session',
    isVariant: true,
    path: '/settings',
    answers: { 'GET /auth/sessions': SESSIONS },
    reach: press('End session: Samsung Internet on Android'),
    shows: question('End session?'),
  },
  {
    name: 'sign-out-everywhere',
    isVariant: true,
    path: '/settings',
    reach: press('Sign Out Everywhere'),
    shows: question('Sign out everywhere?'),
  },
];
