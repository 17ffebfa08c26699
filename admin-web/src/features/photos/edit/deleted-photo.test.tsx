import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aPhoto, aPhotoList } from '../../../../test/factories.ts';
import { failing } from '../../../../test/fake-api.ts';
import { card } from '../../../../test/photo-site.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';

describe('the edit dialog of a deleted photo', () => {
  const photo = aPhoto({ title: 'Harbour' });

  /** The page after the photo was opened and closed again. */
  async function closed() {
    const page = renderSignedIn('/admin/photos', {
      'GET /photos': () => aPhotoList([photo, aPhoto({ title: 'Pier' })]),
      [`GET /photos/${photo.id}`]: () => ({ photo }),
    });
    await card('Harbour');
    const edit = () => page.user.click(screen.getByRole('button', { name: 'Edit Harbour' }));
    await edit();
    await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    return { ...page, edit };
  }
  const close = () => screen.getAllByRole('button', { name: 'Close' })[1]!;

  it('removes it from the list', async () => {
    const { user, api, edit } = await closed();
    api.respond(`GET /photos/${photo.id}`, () => failing('photo.not-found'));

    await edit();
    expect(await screen.findByText('Photo not found')).toBeVisible();
    await user.click(close());

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('listitem', { name: 'Harbour' })).toBeNull();
    expect(screen.getByText('1 photo')).toBeInTheDocument();
  });

  it('leaves it in the list after it was restored elsewhere', async () => {
    const { user, api, events, edit } = await closed();
    api.respond(`GET /photos/${photo.id}`, () => failing('photo.not-found'));
    await edit();
    await screen.findByText('Photo not found');
    await user.click(close());
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Harbour' })).toBeNull());

    api.respond(`GET /photos/${photo.id}`, () => ({ photo }));
    await events.emit({ type: 'photo.ready', photo_id: photo.id });
    await card('Harbour');
    await edit();

    expect(await screen.findByLabelText('Title')).toHaveValue('Harbour');
    expect(await card('Harbour')).toBeInTheDocument();
  });

  it('is left without a confirmation, also with changes', async () => {
    const { user, api, edit } = await closed();
    let respond = (_: unknown) => {};
    api.respond(`GET /photos/${photo.id}`, () => new Promise((resolve) => (respond = resolve)));
    await edit();
    await user.type(await screen.findByLabelText('Title'), ' at dawn');
    await act(async () => respond(failing('photo.not-found')));
    await screen.findByText('Photo not found');

    await user.click(screen.getAllByRole('button', { name: 'Close' })[0]!);

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('opens by its address', async () => {
    const { user, address } = renderSignedIn('/admin/photos?edit=77', {
      'GET /photos/77': () => failing('photo.not-found'),
    });

    expect(await screen.findByText('Photo not found')).toBeVisible();
    await user.click(close());

    await waitFor(() => expect(address()).toBe('/admin/photos'));
  });
});
