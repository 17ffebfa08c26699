import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aPhoto, aPhotoList } from '../../../test/factories.ts';
import { Answer, failing, unreachable } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

const showing = (...photos: ReturnType<typeof aPhoto>[]) =>
  renderSignedIn('/admin/photos', { 'GET /photos': () => aPhotoList(photos) });

const card = (name: string) => screen.findByRole('listitem', { name });

describe('the photos', () => {
  it('show what an administrator wants to know', async () => {
    showing(
      aPhoto({
        title: 'Harbour',
        description: 'Before dawn',
        alt_text: 'Boats at a quay',
        is_for_sale: true,
        selling_price: 1250,
        gallery_name: 'Slack Water',
        large_thumbnail_url: '/media/7/large.jpg',
      }),
      aPhoto({ title: 'Bare', large_thumbnail_url: null }),
    );

    const harbour = within(await card('Harbour'));
    expect(harbour.getByRole('img', { name: 'Boats at a quay' })).toHaveAttribute('src', '/media/7/large.jpg');
    for (const text of ['For Sale', 'Before dawn', '$1,250.00', 'Slack Water']) {
      expect(harbour.getByText(text)).toBeVisible();
    }
    const bare = within(await card('Bare'));
    expect(bare.getByText('No Image')).toBeVisible();
    expect(bare.getByText('No Gallery')).toBeVisible();
    expect(bare.queryByText('For Sale')).toBeNull();
    expect(bare.queryByText(/\$/)).toBeNull();
    expect(screen.getByText('Manage your photo collection')).toBeVisible();
  });

  it('say so when there are none, with the way to add one', async () => {
    const { user } = showing();

    expect(await screen.findByRole('heading', { name: 'No photos found' })).toBeVisible();
    expect(screen.getByText('Get started by uploading your first photo.')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Add Photo' })[1]!);

    expect(screen.getByRole('dialog', { name: 'Upload Photo' })).toBeVisible();
  });

  it('can be asked for again when they could not be had', async () => {
    const { user, api } = renderSignedIn('/admin/photos', { 'GET /photos': () => new Answer(400, undefined) });

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch photos');
    api.answer('GET /photos', () => aPhotoList([aPhoto({ title: 'Harbour' })]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await card('Harbour')).toBeVisible();
  });

  it('come page by page', async () => {
    const { user } = renderSignedIn('/admin/photos', {
      'GET /photos': ({ query }) =>
        query.get('cursor') === 'c2'
          ? aPhotoList([aPhoto({ title: 'Second' })])
          : aPhotoList([aPhoto({ title: 'First' })], 'c2'),
    });

    await user.click(await screen.findByRole('button', { name: 'Load more' }));

    expect(await card('Second')).toBeVisible();
    expect(await card('First')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('are looked at again while one is being prepared', async () => {
    const photo = aPhoto({ title: 'Harbour', status: 'processing', large_thumbnail_url: null });
    const { api } = showing(photo);

    expect(within(await card('Harbour')).getByText('Processing')).toBeVisible();
    api.answer('GET /photos', () =>
      aPhotoList([{ ...photo, status: 'ready', alt_text: 'Boats', large_thumbnail_url: '/l' }]),
    );

    expect(await screen.findByRole('img', { name: 'Boats' }, { timeout: 5000 })).toBeVisible();
  });

  it('tell why one failed and try it again', async () => {
    const photo = aPhoto({
      title: 'Scan',
      status: 'failed',
      failure: 'The image is damaged',
      large_thumbnail_url: null,
    });
    const { user, api } = showing(photo);
    api.answer(`POST /photos/${photo.id}/retry`, () => {
      api.answer('GET /photos', () => aPhotoList([{ ...photo, status: 'processing', failure: null }]));
      return { photo };
    });

    expect(within(await card('Scan')).getByText('The image is damaged')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('Processing')).toBeVisible();
  });
});

describe('deleting a photo', () => {
  const open = async () => {
    const photo = aPhoto({ title: 'Harbour' });
    const page = showing(photo);
    await page.user.click(await screen.findByRole('button', { name: 'Delete Harbour' }));
    return { ...page, photo, confirm: within(screen.getByRole('alertdialog', { name: 'Delete photo' })) };
  };

  it('asks first, and Cancel leaves everything', async () => {
    const { user, api, photo, confirm } = await open();

    expect(confirm.getByText('Are you sure you want to delete this photo?')).toBeVisible();
    await user.click(confirm.getByRole('button', { name: 'Cancel' }));

    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete Harbour' })).toHaveFocus();
    expect(api.bodiesOf(`DELETE /photos/${photo.id}`)).toEqual([]);
  });

  it('is left by Escape too', async () => {
    const { user } = await open();

    await user.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('takes it away and says so', async () => {
    const { user, api, photo, confirm } = await open();
    api.answer(`DELETE /photos/${photo.id}`, () => {
      api.answer('GET /photos', () => aPhotoList([]));
      return { message: 'Photo deleted successfully!' };
    });

    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('Photo deleted successfully!')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Harbour' })).toBeNull());
  });

  it.each([
    ['the server’s message', () => failing('photo.not-found'), 'Photo not found'],
    ['a sentence of its own', () => new Answer(500, undefined), 'Failed to delete photo'],
    ['that nobody answered', unreachable, 'An unexpected error occurred'],
  ])('shows %s when it fails', async (_, answer, message) => {
    const { user, api, photo, confirm } = await open();
    api.answer(`DELETE /photos/${photo.id}`, answer);

    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(await card('Harbour')).toBeVisible();
  });
});
