import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aGallery, aGalleryList, aPhoto } from '../../../../test/factories.ts';
import { FakeResponse, failing } from '../../../../test/fake-api.ts';
import { fakeLayout } from '../../../../test/fake-layout.ts';
import { aPhotoSite, card } from '../../../../test/photo-site.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';
import { signInAgain } from '../../../../test/sign-in-again.ts';

/** Dialog of a new gallery, opened from the first and third photo of the list. */
async function openFromSelection() {
  fakeLayout();
  const site = aPhotoSite(3);
  const page = renderSignedIn('/admin/photos', {
    ...site.routes,
    'GET /photos/1': () => ({ photo: aPhoto({ id: 1, title: 'Photo 1' }) }),
    'GET /photos/3': () => ({ photo: aPhoto({ id: 3, title: 'Photo 3' }) }),
    'GET /galleries': () => aGalleryList([]),
    'POST /galleries': () => new FakeResponse(201, { gallery: aGallery({ title: 'Winter' }) }),
  });
  await card('Photo 3');
  await page.user.click(screen.getByRole('checkbox', { name: 'Select Photo 1' }));
  await page.user.click(screen.getByRole('checkbox', { name: 'Select Photo 3' }));
  await page.user.click(screen.getByRole('button', { name: 'Add to gallery' }));
  await page.user.click(await screen.findByRole('button', { name: 'Create Gallery' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Gallery' }));
  expect(await dialog.findByRole('button', { name: /^Move Photo 3, number 1/ })).toBeVisible();
  return { ...page, site, dialog };
}

describe('a new gallery of selected photos', () => {
  it('has them in the order of the list', async () => {
    const { user, api, dialog, address } = await openFromSelection();

    await user.type(dialog.getByLabelText('Title'), 'Winter');
    await user.click(dialog.getByRole('button', { name: 'Create Gallery' }));

    await waitFor(() => expect(api.bodiesOf('POST /galleries')).toMatchObject([{ slug: 'winter', photo_ids: [3, 1] }]));
    await waitFor(() => expect(address()).toBe('/admin/galleries'));
  });

  it('is confirmed before it is discarded', async () => {
    const { user, dialog } = await openFromSelection();

    await user.click(dialog.getByRole('button', { name: 'Cancel' }));

    expect(await screen.findByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible();
  });

  it('has them again after signing in again', async () => {
    const page = await openFromSelection();
    const { user, api, site, dialog } = page;
    api.respond('GET /photos', () => failing('auth.required'));
    await user.type(dialog.getByRole('searchbox'), 'x');
    await screen.findByLabelText('Email');
    api.respond('GET /photos', site.routes['GET /photos']);

    await signInAgain(page);

    expect(await screen.findByRole('dialog', { name: 'Create Gallery' })).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Move Photo 3, number 1/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Move Photo 1, number 2' })).toBeVisible();
  });
});
