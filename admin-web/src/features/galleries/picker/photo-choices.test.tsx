import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { aGallery, aGalleryList, anUpload, aPhoto, aPhotoList } from '../../../../test/factories.ts';
import { FakeResponse } from '../../../../test/fake-api.ts';
import { openCreateDialog } from '../../../../test/gallery-dialog.ts';
import { aPhotoSite } from '../../../../test/photo-site.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const FIVE = ['One', 'Two', 'Three', 'Four', 'Five'];

function scroll(list: HTMLElement, to: number) {
  const box = list.parentElement!;
  box.scrollTop = to;
  fireEvent.scroll(box);
}

describe('the photo choices', () => {
  it('are numbered in the order of the selection', async () => {
    const { pick, choice, order } = await openCreateDialog();

    await pick('Meadow');
    await pick('Harbour');
    await pick('Ridge');
    expect(order()).toEqual(['Meadow', 'Harbour', 'Ridge']);
    expect(choice('Meadow, number 1')).toHaveAttribute('aria-selected', 'true');
    await pick('Meadow, number 1');

    expect(order()).toEqual(['Harbour', 'Ridge']);
    expect(choice('Meadow')).toHaveAttribute('aria-selected', 'false');
  });

  it('have a large size and a list view with titles', async () => {
    const { user, dialog, choice } = await openCreateDialog();
    const picture = () => choice('Harbour').querySelector('img');

    expect(picture()).toHaveAttribute('src', expect.stringContaining('small'));
    await user.click(dialog.getByRole('button', { name: 'Large' }));
    expect(picture()).toHaveAttribute('src', expect.stringContaining('large'));
    await user.click(dialog.getByRole('button', { name: 'List' }));

    expect(dialog.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true');
    expect(choice('Harbour')).toHaveTextContent('Harbour');
  });

  it('have a roving tab index with arrow keys, Home and End', async () => {
    const { choice, press } = await openCreateDialog({}, FIVE);

    act(() => choice('One').focus());
    await press('{ArrowRight}{ArrowRight}');
    expect(choice('Three')).toHaveFocus();
    expect(choice('Three')).toHaveAttribute('tabindex', '0');
    expect(choice('One')).toHaveAttribute('tabindex', '-1');
    await press('{End}');
    expect(choice('Five')).toHaveFocus();
    expect(choice('Five')).toHaveAttribute('aria-posinset', '5');
    await press('{Home} ');

    expect(choice('One, number 1')).toHaveFocus();
  });

  it('are selected as a range with Shift and a click, in the direction of the range', async () => {
    const { user, pick, choice, order } = await openCreateDialog({}, FIVE);

    await pick('Four');
    await user.keyboard('{Shift>}');
    await user.click(choice('Two'));
    await user.keyboard('{/Shift}');

    expect(order()).toEqual(['Four', 'Three', 'Two']);
  });

  it('are selected as a range with Shift and an arrow key, or Space', async () => {
    const { choice, press, order } = await openCreateDialog({}, FIVE);

    act(() => choice('One').focus());
    await press('{Shift>}{ArrowRight}{/Shift}');
    expect(order()).toEqual(['One', 'Two']);
    await press('{End}{Shift>} {/Shift}');

    expect(order()).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
  });

  it('are searched on the server, and the selection stays', async () => {
    const { user, api, dialog, pick, order, choice } = await openCreateDialog();
    const gull = aPhoto({ title: 'Gull' });
    let respondLate = (_: unknown) => {};
    await pick('Ridge');

    api.respond('GET /photos', ({ query }) =>
      query.get('search') === 'gu' ? aPhotoList([gull]) : new Promise((resolve) => (respondLate = resolve)),
    );
    await user.type(dialog.getByLabelText('Search photos'), 'g');
    await waitFor(() => expect(api.calls.at(-1)?.query.get('search')).toBe('g'));
    await user.type(dialog.getByLabelText('Search photos'), 'u');
    await waitFor(() => expect(choice('Gull')).toBeVisible());
    respondLate(aPhotoList([aPhoto({ title: 'Stale' })]));
    await pick('Gull');

    expect(order()).toEqual(['Ridge', 'Gull']);
    expect(dialog.queryByRole('option', { name: 'Stale' })).toBeNull();
  });

  it('are filtered by gallery, and all of them selected across pages', async () => {
    const gallery = aGallery({ title: 'Tides' });
    const pages = [[aPhoto({ title: 'Ebb' })], [aPhoto({ title: 'Flow' })]];
    const { user, api, dialog, pick, order } = await openCreateDialog({
      'GET /galleries': () => aGalleryList([gallery]),
    });
    await pick('Ridge');
    api.respond('GET /photos', ({ query }) => ({
      ...aPhotoList(pages[query.get('cursor') ? 1 : 0]!, query.get('cursor') ? null : 'more'),
      total: 2,
    }));

    await user.selectOptions(dialog.getByLabelText('Gallery'), 'Tides');
    await waitFor(() => expect(dialog.getByRole('option', { name: 'Ebb' })).toBeVisible());
    await user.click(dialog.getByRole('button', { name: 'Select all shown' }));

    await waitFor(() => expect(order()).toEqual(['Ridge', 'Ebb', 'Flow']));
    expect(api.calls.at(-1)?.query.get('gallery_id')).toBe(String(gallery.id));
  });

  it('are deselected at once, and restored by Undo', async () => {
    const { user, dialog, pick, order } = await openCreateDialog();
    await pick('Ridge');
    await pick('Meadow');

    await user.click(dialog.getByRole('button', { name: 'Clear selection' }));
    expect(dialog.getByText('None selected')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Undo' }));

    expect(order()).toEqual(['Ridge', 'Meadow']);
  });

  it('are not replaced by an earlier selection when a later one is removed', async () => {
    const { user, api, dialog, pick, order, choice } = await openCreateDialog();
    await pick('Ridge');
    await user.click(dialog.getByRole('button', { name: 'Clear selection' }));
    api.respond('GET /photos', () => aPhotoList([aPhoto({ title: 'Gull' })]));
    await user.type(dialog.getByLabelText('Search photos'), 'gull');
    await waitFor(() => expect(choice('Gull')).toBeVisible());
    await user.click(dialog.getByRole('button', { name: 'Select all shown' }));
    await waitFor(() => expect(order()).toEqual(['Gull']));

    await user.click(dialog.getByRole('button', { name: 'Remove Gull' }));

    expect(dialog.getByText('None selected')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('are fetched page by page, and rendered only near the viewport', async () => {
    const site = aPhotoSite(400);
    const { dialog, choices } = await openCreateDialog(site.routes, ['Photo 400']);

    const listed = choices().getAllByRole('option');
    expect(listed.length).toBeLessThan(150);
    expect(listed[0]).toHaveAttribute('aria-setsize', '400');
    expect(site.cursors).toEqual([null]);
    scroll(dialog.getByRole('listbox'), 2500);

    await waitFor(() => expect(site.cursors).toEqual([null, '200']));
    expect(choices().queryByRole('option', { name: 'Photo 230' })).not.toBeNull();
  });

  it('contain each photo once, also one that becomes ready before its page is loaded', async () => {
    const site = aPhotoSite(210);
    const older = site.photos[205]!;
    const { user, api, events, dialog, choices } = await openCreateDialog(
      { ...site.routes, [`GET /photos/${older.id}`]: () => ({ photo: older }) },
      ['Photo 210'],
    );

    await events.emit({ type: 'photo.ready', photo_id: older.id });
    await waitFor(() => expect(api.calls.at(-1)?.route).toBe(`GET /photos/${older.id}`));
    expect(choices().getAllByRole('option')[0]).toHaveAccessibleName('Photo 210');
    scroll(dialog.getByRole('listbox'), 2500);
    await waitFor(() => expect(site.cursors).toEqual([null, '200']));
    await user.click(dialog.getByRole('button', { name: 'Select all shown' }));

    expect(await dialog.findByText('210 selected')).toBeVisible();
    expect(dialog.getByText('210 photos')).toBeVisible();
  });

  it('are all selected, also while a page is being fetched', async () => {
    const site = aPhotoSite(450);
    const { user, dialog } = await openCreateDialog(site.routes, ['Photo 450']);
    site.hold();
    scroll(dialog.getByRole('listbox'), 2500);
    await waitFor(() => expect(site.cursors).toEqual([null, '200']));

    await user.click(dialog.getByRole('button', { name: 'Select all shown' }));
    site.release();

    expect(await dialog.findByText('450 selected')).toBeVisible();
  });

  it('are all selected beside a text that is added meanwhile', async () => {
    const site = aPhotoSite(250);
    const { user, dialog, pick } = await openCreateDialog(site.routes, ['Photo 250']);
    await pick('Photo 250');
    site.hold();
    await user.click(dialog.getByRole('button', { name: 'Select all shown' }));
    await user.click(dialog.getByRole('button', { name: 'Add text after Photo 250' }));
    await user.keyboard('Winter');
    site.release();

    expect(await dialog.findByText('250 selected')).toBeVisible();
    expect(dialog.getByLabelText('Text between photos')).toHaveValue('Winter');
  });

  it('of a search are all selected by Ctrl+A before they are shown', async () => {
    const site = aPhotoSite(12);
    const { user, dialog, choice, press, order } = await openCreateDialog(site.routes, ['Photo 12']);
    site.hold();
    await user.type(dialog.getByLabelText('Search photos'), 'photo 1');
    await waitFor(() => expect(site.searches.at(-1)).toBe('photo 1'));

    act(() => choice('Photo 5').focus());
    await press('{Control>}a{/Control}');
    site.release();

    await waitFor(() => expect(order()).toEqual(['Photo 12', 'Photo 11', 'Photo 10', 'Photo 1']));
  });

  it('contain each photo once, also when two pages contain it', async () => {
    const { photos } = aPhotoSite(3);
    const { user, dialog } = await openCreateDialog(
      {
        'GET /photos': ({ query }) => ({
          ...(query.get('cursor') ? aPhotoList(photos.slice(1)) : aPhotoList(photos.slice(0, 2), 'more')),
          total: 3,
        }),
      },
      ['Photo 3'],
    );
    await dialog.findByRole('option', { name: 'Photo 1' });

    await user.click(dialog.getByRole('button', { name: 'Select all shown' }));

    expect(await dialog.findByText('3 selected')).toBeVisible();
  });

  it('keep the focused photo as a new one is added before it', async () => {
    const site = aPhotoSite(3);
    const [third, ...before] = site.photos;
    const { events, choice, choices, press, order } = await openCreateDialog(
      { 'GET /photos': () => aPhotoList(before), 'GET /photos/3': () => ({ photo: third }) },
      ['Photo 2'],
    );
    act(() => choice('Photo 1').focus());

    await events.emit({ type: 'photo.ready', photo_id: 3 });
    await waitFor(() => expect(choices().getAllByRole('option')).toHaveLength(3));
    await press(' ');

    expect(order()).toEqual(['Photo 1']);
  });

  it('get new photos at their positions, whichever is ready first', async () => {
    const site = aPhotoSite(5);
    const [fifth, fourth, ...before] = site.photos;
    const { events, choices } = await openCreateDialog(
      {
        'GET /photos': () => aPhotoList(before),
        'GET /photos/5': () => ({ photo: fifth }),
        'GET /photos/4': () => ({ photo: fourth }),
      },
      ['Photo 3'],
    );

    await events.emit({ type: 'photo.ready', photo_id: 5 });
    await waitFor(() => expect(choices().getAllByRole('option')).toHaveLength(4));
    await events.emit({ type: 'photo.ready', photo_id: 4 });
    await waitFor(() => expect(choices().getAllByRole('option')).toHaveLength(5));

    const titles = choices()
      .getAllByRole('option')
      .map(({ title }) => title);
    expect(titles).toEqual(['Photo 5', 'Photo 4', 'Photo 3', 'Photo 2', 'Photo 1']);
    expect(choices().getAllByRole('option')[0]).toHaveAttribute('aria-setsize', '5');
  });

  it('get the other photos of a batch at their positions', async () => {
    const inBatch = (id: number, batch_place: number) => ({
      ...aPhoto({ id, title: `Ebb ${batch_place}` }),
      upload: anUpload({ batch_order: 7, batch_place }),
    });
    const { events, choices } = await openCreateDialog(
      {
        'GET /photos': () => aPhotoList([aPhoto({ id: 20, title: 'Later' }), inBatch(9, 0), inBatch(8, 2)]),
        'GET /photos/10': () => ({ photo: inBatch(10, 1) }),
      },
      ['Later'],
    );

    await events.emit({ type: 'photo.ready', photo_id: 10 });

    await waitFor(() =>
      expect(
        choices()
          .getAllByRole('option')
          .map(({ title }) => title),
      ).toEqual(['Later', 'Ebb 0', 'Ebb 1', 'Ebb 2']),
    );
  });

  it('show why visitors would not see a photo in the gallery', async () => {
    const hidden = aGallery({ title: 'Attic', is_active: false });
    const { choice } = await openCreateDialog(
      {
        'GET /galleries': () => aGalleryList([hidden]),
        'GET /photos': () =>
          aPhotoList([
            aPhoto({ title: 'New', status: 'processing', small_thumbnail_url: null }),
            aPhoto({ title: 'Broken', status: 'failed', small_thumbnail_url: null }),
            aPhoto({ title: 'Archive', visibility: 'hidden' }),
            aPhoto({ title: 'Elsewhere', galleries: [hidden] }),
          ]),
      },
      ['New, processing'],
    );

    expect(choice('New, processing')).toHaveTextContent('Processing');
    expect(choice('Broken, failed')).toHaveTextContent('Failed');
    expect(choice('Archive, hidden')).toBeVisible();
    expect(choice('Elsewhere')).toBeVisible();
  });

  it('show the thumbnail once it is ready', async () => {
    const photo = aPhoto({ title: 'New', status: 'processing', small_thumbnail_url: null });
    const ready = { ...photo, status: 'ready' as const, small_thumbnail_url: '/media/new/small.jpg' };
    const { events, choice, pick, moveButton } = await openCreateDialog(
      { 'GET /photos': () => aPhotoList([photo]), [`GET /photos/${photo.id}`]: () => ({ photo: ready }) },
      ['New, processing'],
    );
    await pick('New, processing');

    await events.emit({ type: 'photo.ready', photo_id: photo.id });

    await waitFor(() => expect(choice('New, number 1').querySelector('img')).not.toBeNull());
    expect(moveButton('New').querySelector('img')).not.toBeNull();
  });

  it('show the thumbnail of a selected photo that became ready during a reconnect', async () => {
    const photo = aPhoto({ title: 'New', status: 'processing', small_thumbnail_url: null });
    const ready = { ...photo, status: 'ready' as const, small_thumbnail_url: '/media/new/small.jpg' };
    const { events, pick, moveButton } = await openCreateDialog(
      { 'GET /photos': () => aPhotoList([photo]), [`GET /photos/${photo.id}`]: () => ({ photo: ready }) },
      ['New, processing'],
    );
    await pick('New, processing');

    await events.emit({ type: 'open' });

    await waitFor(() => expect(moveButton('New').querySelector('img')).not.toBeNull());
  });

  it('show the thumbnail although an older request is under way', async () => {
    const photo = aPhoto({ title: 'New', status: 'processing', small_thumbnail_url: null });
    const ready = { ...photo, status: 'ready' as const, small_thumbnail_url: '/media/new/small.jpg' };
    const responses = [new Promise(() => {}), { photo: ready }];
    const { events, choice } = await openCreateDialog(
      { 'GET /photos': () => aPhotoList([photo]), [`GET /photos/${photo.id}`]: () => responses.shift() },
      ['New, processing'],
    );

    await events.emit({ type: 'photo.failed', photo_id: photo.id });
    await events.emit({ type: 'photo.ready', photo_id: photo.id });

    await waitFor(() => expect(choice('New').querySelector('img')).not.toBeNull());
  });

  it('show a thumbnail that is ready while a further page is being fetched', async () => {
    const site = aPhotoSite(210);
    const ready = site.photos[0]!;
    site.photos[0] = { ...ready, status: 'processing', small_thumbnail_url: null };
    const { events, dialog, choice } = await openCreateDialog(
      { ...site.routes, [`GET /photos/${ready.id}`]: () => ({ photo: ready }) },
      ['Photo 210, processing'],
    );
    site.hold();
    scroll(dialog.getByRole('listbox'), 2500);
    await waitFor(() => expect(site.cursors).toEqual([null, '200']));

    await events.emit({ type: 'photo.ready', photo_id: ready.id });
    await act(async () => site.release());
    scroll(dialog.getByRole('listbox'), 0);

    await waitFor(() => expect(choice('Photo 210').querySelector('img')).not.toBeNull());
    expect(dialog.getByText('210 photos')).toBeVisible();
  });

  it('show an error when not all could be loaded, and offer a retry', async () => {
    const [harbour, ridge] = [aPhoto({ title: 'Harbour' }), aPhoto({ title: 'Ridge' })];
    const first = { ...aPhotoList([harbour], 'more'), total: 2 };
    const { user, api, dialog, order } = await openCreateDialog({
      'GET /photos': ({ query }) => (query.get('cursor') ? new FakeResponse(400, undefined) : first),
    });
    const all = () => dialog.getByRole('button', { name: 'Select all shown' });
    await dialog.findByText('Failed to fetch photos');
    api.respond('GET /photos', () => new FakeResponse(400, undefined));
    const before = api.calls.length;
    await user.click(all());
    await waitFor(() => expect(api.calls.length).toBeGreaterThan(before));
    await waitFor(() => expect(all()).toBeEnabled());

    expect(await dialog.findByText('Failed to fetch photos')).toBeVisible();
    expect(dialog.getByText('None selected')).toBeVisible();
    let respond = (_: unknown) => {};
    api.respond('GET /photos', () => new Promise((resolve) => (respond = resolve)));
    await user.click(dialog.getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findByRole('button', { name: 'Loading...' })).toHaveAttribute('aria-disabled', 'true');
    respond(aPhotoList([ridge]));
    expect(await dialog.findByRole('option', { name: 'Ridge' })).toBeVisible();
    expect(dialog.queryByText('Failed to fetch photos')).toBeNull();
    await user.click(all());

    await waitFor(() => expect(order()).toEqual(['Harbour', 'Ridge']));
  });

  it('offer a retry after a failure', async () => {
    const { user, api, dialog } = await openCreateDialog();
    api.respond('GET /photos', () => new FakeResponse(400, undefined));
    await user.type(dialog.getByLabelText('Search photos'), 'gull');

    expect(await dialog.findByText('Failed to fetch photos')).toBeVisible();
    api.respond('GET /photos', () => aPhotoList([]));
    await user.click(dialog.getByRole('button', { name: 'Try Again' }));

    expect(await dialog.findByRole('heading', { name: 'No photos found' })).toBeVisible();
  });

  it('are loading while the next filter replaces an empty list', async () => {
    const { user, api, dialog } = await openCreateDialog();
    api.respond('GET /photos', () => aPhotoList([]));
    await user.type(dialog.getByLabelText('Search photos'), 'gull');
    await dialog.findByRole('heading', { name: 'No photos found' });

    api.respond('GET /photos', () => new Promise(() => undefined));
    await user.clear(dialog.getByLabelText('Search photos'));

    expect(await dialog.findByText('Loading photos')).toBeInTheDocument();
    expect(dialog.queryByRole('heading', { name: 'No photos found' })).toBeNull();
  });
});
