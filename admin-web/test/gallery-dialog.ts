import { screen, within } from '@testing-library/react';
import { aGallery, aPhoto, aPhotoList } from './factories.ts';
import { FakeResponse } from './fake-api.ts';
import { fakeLayout } from './fake-layout.ts';
import { renderSignedIn } from './render-admin.tsx';

type Routes = NonNullable<Parameters<typeof renderSignedIn>[1]>;
type Page = ReturnType<typeof renderSignedIn>;

/** Page object of a gallery's dialog. */
function drive(page: Page, name: string) {
  const dialog = within(screen.getByRole('dialog', { name }));
  const choices = () => within(dialog.getByRole('listbox', { name: 'Photos to choose from' }));
  const moveButton = (title: string) =>
    within(dialog.getByRole('list', { name: 'Selected photos in order' })).getByRole('button', {
      name: new RegExp(`^Move ${title}, `),
    });
  return {
    ...page,
    dialog,
    choices,
    choice: (title: string | RegExp) => choices().getByRole('option', { name: title }),
    pick: (title: string | RegExp) => page.user.click(choices().getByRole('option', { name: title })),
    submit: () => dialog.getByRole('button', { name: name === 'Create Gallery' ? name : 'Update Gallery' }),
    /** Move button of a selected photo. */
    moveButton,
    /** Titles of the selected photos, in order. */
    order: () =>
      within(dialog.getByRole('list', { name: 'Selected photos in order' }))
        .getAllByRole('button', { name: /^Move/ })
        .map((button) => button.getAttribute('aria-label')!.match(/^Move (.*), number (\d+)/)!)
        .sort((a, b) => Number(a[2]) - Number(b[2]))
        .map(([, title]) => title),
    press: (keys: string) => page.user.keyboard(keys),
  };
}

/** Dialog of a new gallery, with photos to choose from. */
export async function openCreateDialog(routes: Routes = {}, titles = ['Harbour', 'Ridge', 'Meadow']) {
  fakeLayout();
  const photos = titles.map((title) => aPhoto({ title }));
  const page = renderSignedIn('/admin/galleries?new', {
    'GET /photos': () => aPhotoList(photos),
    'POST /galleries': () => new FakeResponse(201, { gallery: aGallery() }),
    ...routes,
  });
  await screen.findByRole('dialog', { name: 'Create Gallery' });
  await screen.findByRole('option', { name: titles[0]! });
  return { photos, ...drive(page, 'Create Gallery') };
}

/** Dialog of a gallery with these photos. */
export async function openEditDialog(
  routes: Routes = {},
  titles = ['Harbour', 'Ridge', 'Meadow'],
  gallery = aGallery({ title: 'Slack Water', slug: 'slack-water', description: 'Four winters' }),
) {
  fakeLayout();
  const photos = titles.map((title) => aPhoto({ title }));
  const page = renderSignedIn(`/admin/galleries?edit=${gallery.id}`, {
    'GET /galleries': () => ({ galleries: [gallery], next_cursor: null, total: 1 }),
    'GET /galleries/slack-water': () => ({ gallery, photos, interludes: [], next_cursor: null, total: photos.length }),
    'GET /photos': () => aPhotoList(photos),
    [`PUT /galleries/${gallery.id}`]: () => ({ gallery }),
    ...routes,
  });
  await screen.findByLabelText('Title');
  return { gallery, photos, save: `PUT /galleries/${gallery.id}`, ...drive(page, 'Edit Gallery') };
}
