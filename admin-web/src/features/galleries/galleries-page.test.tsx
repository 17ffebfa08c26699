import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aGallery, aGalleryList } from '../../../test/factories.ts';
import { FakeResponse, failing } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

afterEach(() => {
  jest.useRealTimers();
});

describe('the galleries page', () => {
  it('shows a table with a link to each gallery', async () => {
    renderSignedIn('/admin/galleries', {
      'GET /galleries': () =>
        aGalleryList([
          aGallery({ title: 'Slack Water', slug: 'slack-water', photo_count: 4 }),
          aGallery({ title: 'High Ground', slug: 'high-ground', photo_count: 1, is_active: false }),
          aGallery({ title: 'Drafts', visibility: 'private', is_active: false }),
          aGallery({ title: 'Later', publish_at: '2999-01-01T00:00:00.000Z' }),
          aGallery({ title: 'Past', unpublish_at: '2020-01-01T00:00:00.000Z' }),
          aGallery({ title: 'Club', visibility: 'unlisted', publish_at: '2999-01-01T00:00:00.000Z' }),
        ]),
      'GET /public/settings': () => ({ language: 'en', timeZone: 'America/New_York' }),
    });

    const table = within(await screen.findByRole('table', { name: 'Galleries' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Title',
      'URL Identifier',
      'Status',
      'Photos',
      'Actions',
    ]);
    const [, first, second, third, fourth, fifth, sixth] = table.getAllByRole('row');
    expect(first).toHaveTextContent(/Slack Water.*slack-water.*Active.*4/);
    expect(second).toHaveTextContent(/High Ground.*high-ground.*Inactive.*1/);
    expect(third).toHaveTextContent('Private');
    expect(fourth).not.toHaveTextContent('Active');
    await waitFor(() => expect(fourth).toHaveTextContent('Scheduled, Dec 31, 2998'));
    expect(fifth).toHaveTextContent('Ended');
    expect(sixth).toHaveTextContent('Scheduled, Dec 31, 2998Unlisted');
    expect(table.queryByRole('switch', { name: 'Drafts is active' })).toBeNull();
    const view = table.getByRole('link', { name: 'View Slack Water in a new tab' });
    expect(view).toHaveAttribute('href', '/gallery/slack-water');
    expect(view).toHaveAttribute('target', '_blank');
  });

  it('loads all pages', async () => {
    renderSignedIn('/admin/galleries', {
      'GET /galleries': ({ query }) =>
        query.get('cursor')
          ? aGalleryList([aGallery({ title: 'Last' })])
          : { ...aGalleryList([aGallery({ title: 'First' })]), next_cursor: 'c2' },
    });

    expect(await screen.findByRole('row', { name: /Last/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /First/ })).toBeVisible();
  });

  it('offers a retry after a failure', async () => {
    const { user, api } = renderSignedIn('/admin/galleries', {
      'GET /galleries': () => new FakeResponse(400, undefined),
    });

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load galleries');
    api.respond('GET /galleries', () => aGalleryList([]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { name: 'No galleries yet' })).toBeVisible();
    expect(document.activeElement).toContainElement(screen.getByRole('heading', { name: 'Galleries' }));
    expect(document.body).not.toHaveFocus();
  });

  it('preserves the table after a failed refetch, and shows an error with a retry, busy while it runs', async () => {
    const { user, api, events } = renderSignedIn('/admin/galleries', {
      'GET /galleries': () => aGalleryList([aGallery({ title: 'Tides' })]),
    });
    await screen.findByRole('row', { name: /Tides/ });
    api.respond('GET /galleries', () => new FakeResponse(400, undefined));

    await events.emit({ type: 'open' } as never);

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load galleries');
    expect(screen.getByRole('row', { name: /Tides/ })).toBeVisible();
    const retry = screen.getByRole('button', { name: 'Try Again' });
    api.respond('GET /galleries', () => new Promise(() => {}));
    await user.click(retry);
    await waitFor(() => expect(retry).toHaveAttribute('aria-disabled', 'true'));
  });

  it('fetches nothing for an event after it was left', async () => {
    const { api, events, go } = renderSignedIn('/admin/galleries');
    await screen.findByRole('heading', { name: 'No galleries yet' });
    jest.useFakeTimers({ advanceTimers: true });
    await events.emit({ type: 'photo.ready', photo_id: 3 });
    await go('/admin/photos');
    await screen.findByRole('heading', { name: 'Photos' });
    const requests = api.bodiesOf('GET /galleries').length;

    await act(() => jest.advanceTimersByTimeAsync(1_000));

    expect(api.bodiesOf('GET /galleries')).toHaveLength(requests);
  });

  it('has a search for many galleries', async () => {
    const galleries = ['Tides', ...Array.from({ length: 24 }, (_, index) => `Gallery no. ${index}`)];
    const { user } = renderSignedIn('/admin/galleries', {
      'GET /galleries': () => aGalleryList(galleries.map((title) => aGallery({ title }))),
    });

    await user.type(await screen.findByLabelText('Search galleries'), 'tid');

    expect(await screen.findByText('1 gallery')).toBeVisible();
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('preserves the search field when few galleries are left', async () => {
    const attic = aGallery({ title: 'Attic' });
    const others = Array.from({ length: 20 }, () => aGallery());
    const { user, api } = renderSignedIn('/admin/galleries', {
      'GET /galleries': () => aGalleryList([attic, ...others]),
      [`DELETE /galleries/${attic.id}`]: () => ({ message: 'Gallery deleted successfully' }),
    });
    await user.type(await screen.findByLabelText('Search galleries'), 'attic');
    await user.click(screen.getByRole('button', { name: 'Delete Attic' }));
    api.respond('GET /galleries', () => aGalleryList(others));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('heading', { name: 'No galleries found' });

    await user.clear(screen.getByLabelText('Search galleries'));

    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(21));
    expect(screen.getByLabelText('Search galleries')).toHaveFocus();
  });

  it('opens the edit dialog of a gallery whose URL identifier was changed elsewhere', async () => {
    const gallery = aGallery({ title: 'Tides', slug: 'tides' });
    const { user, api, address } = renderSignedIn('/admin/galleries', {
      'GET /galleries': () => aGalleryList([gallery]),
    });
    const edit = await screen.findByRole('button', { name: 'Edit Tides' });
    const renamed = { ...gallery, slug: 'ebb' };
    api.respond('GET /galleries', () => aGalleryList([renamed]));
    api.respond('GET /galleries/tides', () => failing('gallery.not-found'));
    api.respond('GET /galleries/ebb', () => ({
      ...{ gallery: renamed, photos: [], interludes: [], next_cursor: null, total: 0 },
    }));

    await user.click(edit);

    expect(await screen.findByLabelText('URL Identifier')).toHaveValue('ebb');
    expect(address()).toBe(`/admin/galleries?edit=${gallery.id}`);
  });
});

describe('a gallery in the table', () => {
  async function openTable(routes: Record<string, (call: never) => unknown> = {}) {
    const gallery = aGallery({ title: 'Tides' });
    const path = `/galleries/${gallery.id}`;
    const page = renderSignedIn('/admin/galleries', { 'GET /galleries': () => aGalleryList([gallery]), ...routes });
    const active = await screen.findByRole('switch', { name: 'Tides is active' });
    return { ...page, gallery, path, active, row: within(screen.getByRole('row', { name: /Tides/ })) };
  }

  it('is deactivated at once by its switch, and activated again', async () => {
    let respond = (_: unknown) => {};
    const { user, api, gallery, path, active, row } = await openTable();
    api.respond(`PUT ${path}`, () => new Promise((resolve) => (respond = resolve)));

    await user.click(active);
    expect(active).not.toBeChecked();
    expect(row.getByText('Inactive')).toBeVisible();
    const hidden = { ...gallery, is_active: false };
    api.respond('GET /galleries', () => aGalleryList([hidden]));
    respond({ gallery: hidden });

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf(`PUT ${path}`)).toEqual([{ is_active: false }]);
    expect(active).not.toBeChecked();

    api.respond('GET /galleries', () => aGalleryList([gallery]));
    api.respond(`PUT ${path}`, () => ({ gallery }));
    await user.click(active);

    await waitFor(() => expect(api.bodiesOf(`PUT ${path}`)).toEqual([{ is_active: false }, { is_active: true }]));
    expect(await row.findByText('Active')).toBeVisible();
    expect(active).toBeChecked();
  });

  it.each([
    ['Failed to update gallery', () => new FakeResponse(500, undefined)],
    ['Gallery not found', () => failing('gallery.not-found')],
  ])('rolls back after a refusal: %s', async (sentence, refuse) => {
    const { user, api, path, active, row } = await openTable();
    api.respond(`PUT ${path}`, refuse);

    await user.click(active);

    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(active).toBeChecked();
    expect(row.getByText('Active')).toBeVisible();
  });

  it.each([
    ['on', 'refused', new FakeResponse(400, undefined)],
    ['off', 'saved', { gallery: aGallery() }],
  ])('is %s after the second request is refused and the first %s', async (state, _, response) => {
    const { user, api, path, active } = await openTable();
    const requests: ((response: unknown) => void)[] = [];
    api.respond(`PUT ${path}`, () => new Promise((resolve) => requests.push(resolve)));
    api.respond('GET /galleries', () => new Promise(() => {}));
    const loads = api.bodiesOf('GET /galleries').length;

    await user.click(active);
    await user.click(active);
    requests[0]!(response);
    await waitFor(() => expect(requests).toHaveLength(2));
    requests[1]!(new FakeResponse(400, undefined));

    await waitFor(() => expect(api.bodiesOf('GET /galleries').length).toBeGreaterThan(loads));
    expect(active).toHaveAttribute('aria-checked', String(state === 'on'));
  });

  it('is deleted after confirmation', async () => {
    const { user, api, path } = await openTable();
    api.respond(`DELETE ${path}`, () => ({ message: 'Gallery deleted successfully' }));

    await user.click(screen.getByRole('button', { name: 'Delete Tides' }));
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
      'Are you sure you want to delete this gallery? It stays in the trash for 30 days.',
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(api.bodiesOf(`DELETE ${path}`)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Delete Tides' }));
    api.respond('GET /galleries', () => aGalleryList([]));
    await user.click(screen.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('Gallery deleted successfully')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'No galleries yet' })).toBeVisible();
    expect(document.activeElement).toContainElement(screen.getByRole('heading', { name: 'Galleries' }));
    expect(document.body).not.toHaveFocus();
  });

  it.each([
    ['a hidden gallery', { is_active: false }],
    ['a gallery whose time has not come', { publish_at: '2999-01-01T00:00:00.000Z' }],
  ])('counts photos that will be hidden without %s, and offers to publish them', async (_, state) => {
    const gallery = aGallery({ title: 'Tides', ...state });
    const path = `/galleries/${gallery.id}`;
    const { user, api } = await openTable({
      'GET /galleries': () => aGalleryList([gallery]),
      'GET /photos': () => ({ photos: [], next_cursor: 'more', total: 3 }),
      [`DELETE ${path}`]: () => ({ message: 'Gallery deleted successfully' }),
    });
    const deletions = () =>
      api.calls.filter(({ route }) => route === `DELETE ${path}`).map(({ query }) => query.toString());

    await user.click(screen.getByRole('button', { name: 'Delete Tides' }));
    expect(await screen.findByText('3 photos are in no other gallery and will be hidden.')).toBeVisible();
    const { query } = api.calls.find(({ route }) => route === 'GET /photos')!;
    expect(Object.fromEntries(query)).toEqual({ gallery_id: `${gallery.id}`, no_other_gallery: 'true', limit: '1' });
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(deletions()).toEqual(['']));

    await user.click(screen.getByRole('button', { name: 'Delete Tides' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Publish them' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(deletions()).toEqual(['', 'publish=true']));
  });

  it('is deleted only after the count of those photos has loaded or failed', async () => {
    const gallery = aGallery({ title: 'Tides', is_active: false });
    const path = `/galleries/${gallery.id}`;
    let respond = (_: unknown) => {};
    const { user, api } = await openTable({
      'GET /galleries': () => aGalleryList([gallery]),
      'GET /photos': () => new Promise((resolve) => (respond = resolve)),
      [`DELETE ${path}`]: () => ({ message: 'Gallery deleted successfully' }),
    });

    await user.click(screen.getByRole('button', { name: 'Delete Tides' }));
    const dialog = within(screen.getByRole('alertdialog'));
    await user.click(await dialog.findByRole('button', { name: 'Loading...' }));
    respond(new FakeResponse(400, undefined));
    expect(await dialog.findByText('Failed to fetch photos')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Delete' })).not.toHaveAttribute('aria-disabled');
    expect(api.bodiesOf(`DELETE ${path}`)).toHaveLength(0);
    api.respond('GET /photos', () => ({ photos: [], next_cursor: 'more', total: 3 }));
    await user.click(dialog.getByRole('button', { name: 'Try Again' }));

    expect(await dialog.findByText('3 photos are in no other gallery and will be hidden.')).toBeVisible();
    expect(dialog.queryByText('Failed to fetch photos')).toBeNull();
    await user.click(await dialog.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Gallery deleted successfully')).toBeInTheDocument();
    expect(api.bodiesOf(`DELETE ${path}`)).toHaveLength(1);
  });

  it('stays after a failed deletion', async () => {
    const { user, api, path } = await openTable();
    api.respond(`DELETE ${path}`, () => new FakeResponse(500, undefined));

    await user.click(screen.getByRole('button', { name: 'Delete Tides' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('Failed to delete gallery')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('row', { name: /Tides/ })).toBeVisible();
  });
});
