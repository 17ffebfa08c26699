import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { drop } from '../../test/drop.ts';
import {
  aComment,
  aCommentList,
  aDashboard,
  aFailedJob,
  aFile,
  aGallery,
  aGalleryList,
  aMessage,
  aMessageList,
  aNewsItem,
  aNewsList,
  aPhoto,
  aPhotoList,
  aQueue,
  aTrashItem,
  aUser,
  theSettings,
} from '../../test/factories.ts';
import { renderSignedIn } from '../../test/render-admin.tsx';

/** Right-to-left text. */
const HEBREW = 'שלום';

const photo = aPhoto({ title: HEBREW, description: HEBREW, gallery_name: HEBREW });
const gallery = aGallery({ title: HEBREW, description: HEBREW });
const comment = aComment({ author_name: HEBREW, content: HEBREW, photo_title: HEBREW });
const message = aMessage({ name: HEBREW, subject: HEBREW, message: HEBREW, photo: { id: photo.id, title: HEBREW } });

const ROUTES = {
  'GET /auth/me': () => ({ user: { ...aUser(), name: HEBREW } }),
  'GET /photos': () => aPhotoList([photo]),
  [`GET /photos/${photo.id}`]: () => ({ photo }),
  'GET /galleries': () => aGalleryList([gallery]),
  [`GET /galleries/${gallery.slug}`]: () => ({
    gallery,
    photos: [photo, aPhoto({ title: HEBREW })],
    interludes: [],
    next_cursor: null,
    total: 2,
  }),
  'GET /comments': () => aCommentList([comment]),
  'GET /tags': () => ({ tags: [{ name: HEBREW, photo_count: 1 }] }),
  'GET /news': () => aNewsList([aNewsItem({ headline: HEBREW, content: HEBREW })]),
  'GET /admin/messages': () => aMessageList([message]),
  [`PUT /admin/messages/${message.id}/read`]: () => ({ message: { ...message, is_read: true } }),
  'GET /admin/trash': () => ({ items: [aTrashItem({ title: HEBREW, text: HEBREW })], next_cursor: null, total: 1 }),
  'GET /admin/queue': () => aQueue([aFailedJob({ about: { kind: 'photo', id: photo.id, title: HEBREW } })]),
  'GET /admin/settings/website': () => theSettings({ hero_text: HEBREW, site_title: HEBREW }),
  'GET /admin/dashboard': () =>
    aDashboard({
      photos: 1,
      recentPhotos: [{ ...photo, gallery_title: HEBREW }],
      recentComments: [comment],
    }),
};

/** Visible elements with such text, beside labels of fields, and text fields, that lack `dir="auto"`. */
function undirected() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (!textContent?.includes(HEBREW) || parentElement?.closest('textarea, label[lang], .visually-hidden')) continue;
    if (!parentElement?.matches('[dir=auto], bdi')) found.push(parentElement?.outerHTML ?? '');
  }
  for (const field of screen.queryAllByRole('textbox')) if (!field.matches('[dir=auto]')) found.push(field.outerHTML);
  return found;
}

it.each([
  ['', 4],
  ['/photos', 3],
  [`/photos?edit=${photo.id}`, 4],
  ['/galleries', 2],
  [`/galleries?edit=${gallery.id}`, 3],
  ['/comments', 3],
  ['/news', 2],
  [`/messages?message=${message.id}`, 6],
  ['/queue', 1],
  ['/trash', 1],
  ['/settings/texts', 1],
])('gives user texts their own direction at /admin%s', async (path, least) => {
  renderSignedIn(`/admin${path}`, ROUTES);

  // Texts of the page, and the administrator's name.
  await waitFor(() => expect(screen.getAllByText(HEBREW, { exact: false }).length).toBeGreaterThan(least));
  expect(undirected()).toEqual([]);
});

it.each([
  ['one file', [`${HEBREW}.jpg`], 'Upload Photo', 1],
  ['several files', [`${HEBREW}.jpg`, `${HEBREW}.jpg`, `${HEBREW}.txt`], 'Upload Photos', 3],
])('gives the names of %s to upload their own direction', async (_, names, dialog, least) => {
  renderSignedIn('/admin/photos', ROUTES);
  await screen.findByRole('heading', { name: 'Photos' });
  drop(names.map((name) => aFile(name, { type: name.endsWith('jpg') ? 'image/jpeg' : 'text/plain' })));

  const shown = within(await screen.findByRole('dialog', { name: dialog }));
  await waitFor(() => expect(shown.getAllByText(HEBREW, { exact: false }).length).toBeGreaterThanOrEqual(least));
  expect(undirected()).toEqual([]);
});
