import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aGallery, aGalleryList, aPhoto } from '../../../../test/factories.ts';
import { FakeResponse } from '../../../../test/fake-api.ts';
import { fakeLayout } from '../../../../test/fake-layout.ts';
import { aPhotoSite, card } from '../../../../test/photo-site.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';

it('selected photos start a new gallery, in the order of the list', async () => {
  fakeLayout();
  const { user, api, address } = renderSignedIn('/admin/photos', {
    ...aPhotoSite(3).routes,
    'GET /photos/1': () => ({ photo: aPhoto({ id: 1, title: 'Photo 1' }) }),
    'GET /photos/3': () => ({ photo: aPhoto({ id: 3, title: 'Photo 3' }) }),
    'GET /galleries': () => aGalleryList([]),
    'POST /galleries': () => new FakeResponse(201, { gallery: aGallery({ title: 'Winter' }) }),
  });
  await card('Photo 3');
  await user.click(screen.getByRole('checkbox', { name: 'Select Photo 1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Photo 3' }));
  await user.click(screen.getByRole('button', { name: 'Add to gallery' }));
  await user.click(await screen.findByRole('button', { name: 'Create Gallery' }));

  const dialog = within(await screen.findByRole('dialog', { name: 'Create Gallery' }));
  expect(await dialog.findByRole('button', { name: /^Move Photo 3, number 1/ })).toBeVisible();
  await user.type(dialog.getByLabelText('Title'), 'Winter');
  await user.click(dialog.getByRole('button', { name: 'Create Gallery' }));

  await waitFor(() => expect(api.bodiesOf('POST /galleries')).toMatchObject([{ slug: 'winter', photo_ids: [3, 1] }]));
  await waitFor(() => expect(address()).toBe('/admin/galleries'));
});
