import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aGallery, aGalleryList, aPhoto, aPhotoList } from '../../../../test/factories.ts';
import { aPhotoSite, card, cards } from '../../../../test/photo-site.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';

describe('the photo filters', () => {
  const search = () => screen.getByRole('searchbox', { name: 'Search' });

  it('find loaded photos at once, and the rest on the server', async () => {
    const site = aPhotoSite(500, ({ id }) => ({ title: id % 100 === 0 ? `Boat ${id}` : `Photo ${id}` }));
    const { user, address } = renderSignedIn('/admin/photos', site.routes);
    await card('Boat 500');
    await waitFor(() => expect(site.cursors).toHaveLength(3));

    site.hold();
    await user.type(search(), 'bOAt');
    expect(cards().map((item) => item.getAttribute('aria-label'))).toEqual(
      expect.arrayContaining(['Boat 500', 'Boat 400', 'Boat 300']),
    );
    expect(screen.queryByRole('listitem', { name: 'Photo 499' })).toBeNull();
    expect(screen.getByText('Searching…')).toBeInTheDocument();
    site.release();

    expect(await card('Boat 100')).toBeVisible();
    expect(screen.getByText('5 photos found')).toBeInTheDocument();
    expect(address()).toBe('/admin/photos?search=bOAt');
    expect(site.searches.filter(Boolean)).toEqual(['bOAt']);
  });

  it('leave the focus on the page when the button of an empty list clears them', async () => {
    const { user } = renderSignedIn('/admin/photos?search=fog', aPhotoSite(2).routes);
    await screen.findByRole('heading', { name: 'No photos found' });

    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[1]!);

    await card('Photo 2');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('are shown and hidden by a button with their number, which narrow screens have', async () => {
    const { user } = renderSignedIn('/admin/photos?search=Photo&status=ready&sort=title', aPhotoSite(2).routes);
    const toggle = await screen.findByRole('button', { name: 'Filters (2)' });
    const choices = document.getElementById(toggle.getAttribute('aria-controls')!)!;
    expect(toggle).toHaveAttribute('aria-expanded', 'false');

    await user.click(toggle);

    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await user.selectOptions(within(choices).getByLabelText('Sort by'), 'Newest');
    expect(toggle).toHaveTextContent('Filters (1)');
  });

  it('search descriptions', async () => {
    const photos = [aPhoto({ title: 'One', description: 'Boats at DAWN' }), aPhoto({ title: 'Two' })];
    const { user } = renderSignedIn('/admin/photos', { 'GET /photos': () => aPhotoList(photos) });
    await card('Two');

    await user.type(search(), 'dawn');

    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Two' })).toBeNull());
    expect(await card('One')).toBeVisible();
  });

  it('ignore responses to an earlier search', async () => {
    const site = aPhotoSite(3, ({ id }) => ({ title: ['', 'Heron', 'Harbour', 'Hay'][id]! }));
    const { user } = renderSignedIn('/admin/photos?search=har', site.routes);
    await card('Harbour');

    site.hold();
    await user.clear(search());
    await user.type(search(), 'her');
    expect(screen.queryByRole('listitem', { name: 'Harbour' })).toBeNull();
    site.release();

    expect(await card('Heron')).toBeVisible();
    expect(cards()).toHaveLength(1);
  });

  it('filter by gallery, status and sale from the address', async () => {
    const gallery = aGallery({ title: 'Slack Water' });
    const { user, api, address } = renderSignedIn('/admin/photos?status=failed', {
      'GET /galleries': () => aGalleryList([gallery]),
      'GET /photos': () => aPhotoList([]),
    });
    const lastQuery = () =>
      Object.fromEntries(
        api.calls
          .filter(({ route }) => route === 'GET /photos')
          .at(-1)!
          .query.entries(),
      );

    expect(await screen.findByText('No matches. Try other words or clear the filters.')).toBeVisible();
    expect(lastQuery()).toEqual({ limit: '100', status: 'failed' });
    expect(screen.getByLabelText('Status')).toHaveValue('failed');
    await user.selectOptions(screen.getByLabelText('In gallery'), 'Slack Water');
    await user.click(screen.getByLabelText('For sale only'));

    await waitFor(() =>
      expect(lastQuery()).toEqual({
        limit: '100',
        gallery_id: String(gallery.id),
        status: 'failed',
        for_sale: 'true',
      }),
    );
    expect(address()).toBe(`/admin/photos?status=failed&gallery=${gallery.id}&for_sale=true`);
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);

    await waitFor(() => expect(address()).toBe('/admin/photos'));
    await waitFor(() => expect(screen.getByText('0 photos').parentElement).toHaveFocus());
    expect(screen.getByLabelText('In gallery')).toHaveDisplayValue('All Galleries');

    await user.selectOptions(screen.getByLabelText('In gallery'), 'No Gallery');
    await user.selectOptions(screen.getByLabelText('Visibility'), 'Hidden');
    await waitFor(() => expect(lastQuery()).toEqual({ limit: '100', no_other_gallery: 'true', visibility: 'hidden' }));
    expect(address()).toBe('/admin/photos?gallery=none&visibility=hidden');
  });

  it('follow the address after Back', async () => {
    const site = aPhotoSite(2, ({ id }) => ({ title: id === 2 ? 'Harbour' : 'Pier' }));
    const { user, go } = renderSignedIn('/admin/photos', site.routes);
    await card('Pier');

    await go('/admin/photos?search=harb');
    await waitFor(() => expect(search()).toHaveValue('harb'));
    expect(screen.queryByRole('listitem', { name: 'Pier' })).toBeNull();
    await user.clear(search());

    expect(await card('Pier')).toBeVisible();
  });
});
