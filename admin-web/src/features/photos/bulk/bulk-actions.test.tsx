import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { LIMITS, type ChangePhotos, type DeletePhotos } from '@portfolio/contracts';
import { aGallery, aGalleryList, aPhoto, aPhotoList } from '../../../../test/factories.ts';
import { FakeResponse, failing, unreachable, unreached } from '../../../../test/fake-api.ts';
import { aPhotoSite, card, cards } from '../../../../test/photo-site.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';

const { batch } = LIMITS;
afterEach(() => {
  Object.assign(LIMITS, { batch });
  jest.useRealTimers();
});

const gallery = aGallery({ title: 'Slack Water' });

async function open(
  count: number,
  galleries: () => unknown = () => aGalleryList([gallery]),
  differences?: Parameters<typeof aPhotoSite>[1],
) {
  const site = aPhotoSite(count, differences);
  const done = ({ body }: { body: unknown }) => ({ count: (body as DeletePhotos).photo_ids.length, message: 'Done' });
  const page = renderSignedIn('/admin/photos', {
    ...site.routes,
    'GET /galleries': galleries,
    'PUT /photos/batch': done,
    'POST /photos/batch/delete': done,
  });
  await card(`Photo ${count}`);
  return { ...page, site };
}

const check = (id: number) => screen.getByRole('checkbox', { name: `Select Photo ${id}` });
const selected = () => cards().filter((item) => within(item).getByRole<HTMLInputElement>('checkbox').checked);

/** Sorts the list, which lacks its first photo now, and expects that photo not to be searched on all pages. */
async function expectFewPagesByTitle(user: UserEvent, site: ReturnType<typeof aPhotoSite>) {
  site.photos.shift();
  site.cursors.length = 0;
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Title');
  await waitFor(() => expect(cards()[0]).toHaveAccessibleName('Photo 1'));
  await waitFor(() => expect(screen.queryByText(/^Reading/)).toBeNull());
  expect(site.cursors).not.toContain('400');
}

const bar = () => within(screen.getByRole('region', { name: 'Selected photos' }));

describe('the photo selection', () => {
  it('selects one photo, a range with Shift, and is cleared with Escape', async () => {
    const { user } = await open(6);

    await user.click(check(5));
    expect(screen.getByText('1 photo selected')).toHaveAttribute('role', 'status');
    await user.keyboard('{Shift>}');
    await user.click(check(2));
    await user.keyboard('{/Shift}');

    expect(selected().map((item) => item.getAttribute('aria-label'))).toEqual([5, 4, 3, 2].map((id) => `Photo ${id}`));
    await user.keyboard('{Escape}');
    expect(selected()).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Selected photos' })).toBeNull();
  });

  it('survives a change of the order, including photos that load late', async () => {
    const { user, api, site, address } = await open(450);
    await user.click(check(449));
    await user.click(check(450));

    await user.selectOptions(screen.getByLabelText('Sort by'), 'Title');

    expect(await screen.findByText('2 photos selected')).toBeInTheDocument();
    expect(address()).toBe('/admin/photos?sort=title');
    expect(site.cursors.slice(-5)).toEqual([null, '100', '200', '300', '400']);
    await user.click(bar().getByRole('button', { name: 'Add to gallery' }));
    await user.selectOptions(screen.getByLabelText('Gallery'), 'Slack Water');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(api.bodiesOf('PUT /photos/batch')).toHaveLength(1));
    expect((api.bodiesOf('PUT /photos/batch')[0] as ChangePhotos).photo_ids).toEqual([449, 450]);
  });

  it.each([
    ['in bulk', () => bar().getByRole('button', { name: 'Delete' }), '1 photo deleted'],
    ['alone', () => screen.getByRole('button', { name: 'Delete Photo 450' }), 'Photo deleted successfully!'],
  ])('loads no further pages in another order after its photo was deleted %s', async (_, button, done) => {
    const { user, api, site } = await open(450);
    api.respond('DELETE /photos/450', () => ({ message: 'Done' }));
    await user.click(check(450));
    await user.click(button());
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText(done);

    await expectFewPagesByTitle(user, site);
  });

  it('loads no further pages in another order after its photo has left the filter', async () => {
    const { user, site } = await open(450);
    await user.selectOptions(screen.getByLabelText('Visibility'), 'Public');
    await user.click(check(450));
    await user.click(bar().getByRole('button', { name: 'Change visibility' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Change visibility' }));
    await user.click(dialog.getByRole('radio', { name: 'Hidden' }));
    await user.click(dialog.getByRole('button', { name: 'Change' }));
    await screen.findByText('1 photo set to hidden');

    await expectFewPagesByTitle(user, site);
  });

  it('selects a range in the shown order', async () => {
    const { user, api } = await open(6);
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Title');
    await waitFor(() => expect(cards()[0]).toHaveAccessibleName('Photo 1'));

    await user.click(check(4));
    await user.keyboard('{Shift>}');
    await user.click(check(2));
    await user.keyboard('{/Shift}');
    await user.click(bar().getByRole('button', { name: 'Mark as for sale' }));
    await waitFor(() => expect(api.bodiesOf('PUT /photos/batch')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Select all 6 photos' }));
    await user.click(bar().getByRole('button', { name: 'Mark as not for sale' }));
    await waitFor(() => expect(api.bodiesOf('PUT /photos/batch')).toHaveLength(2));

    expect(api.bodiesOf('PUT /photos/batch').map((body) => (body as ChangePhotos).photo_ids)).toEqual([
      [2, 3, 4],
      [1, 2, 3, 4, 5, 6],
    ]);
  });

  it('selects all photos, including those not loaded yet', async () => {
    const { user, api, site } = await open(450);

    await user.click(screen.getByRole('button', { name: 'Select all 450 photos' }));

    expect((await screen.findByText('450 photos selected')).parentElement).toHaveFocus();
    expect(site.cursors).toEqual([null, '100', '200', '300', '400']);
    await user.click(bar().getByRole('button', { name: 'Mark as for sale' }));
    await waitFor(() => expect(api.bodiesOf('PUT /photos/batch')).toHaveLength(1));
    expect((api.bodiesOf('PUT /photos/batch')[0] as ChangePhotos).photo_ids).toEqual(site.photos.map(({ id }) => id));
  });

  it('does not extend to another filter while all photos are being loaded', async () => {
    const { user, site } = await open(450);
    site.hold();
    await user.click(screen.getByRole('button', { name: 'Select all 450 photos' }));

    await user.type(screen.getByRole('searchbox', { name: 'Search' }), '44');
    site.release();

    await screen.findByText('14 photos found');
    expect(screen.queryByRole('region', { name: 'Selected photos' })).toBeNull();
  });

  it('is cleared by another filter', async () => {
    const { user } = await open(6);
    await user.click(check(5));

    await user.type(screen.getByRole('searchbox', { name: 'Search' }), '4');

    expect(screen.queryByRole('region', { name: 'Selected photos' })).toBeNull();
  });

  it('leaves the focus at the list when it is cleared', async () => {
    const { user } = await open(3);
    await user.click(check(2));

    await user.click(bar().getByRole('button', { name: 'Clear' }));

    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected photos' })).toBeNull());
    expect(screen.getByText('3 photos').parentElement).toHaveFocus();
  });

  it('leaves the focus at the list when its photo has left the filtered gallery', async () => {
    const { user } = await open(2, undefined, () => ({ galleries: [gallery] }));
    await user.selectOptions(screen.getByLabelText('In gallery'), 'Slack Water');
    await user.click(check(2));

    await user.click(bar().getByRole('button', { name: 'Remove from gallery' }));
    await user.selectOptions(screen.getByLabelText('Gallery'), 'Slack Water');
    await user.click(screen.getByRole('button', { name: 'Remove' }));

    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected photos' })).toBeNull());
    expect(screen.getByText('2 photos found').parentElement).toHaveFocus();
  });

  it('moves the focus to the bulk actions by one key', async () => {
    const { user } = await open(3);
    await user.click(check(2));

    await user.keyboard('b');

    expect(bar().getByRole('button', { name: 'Add to gallery' })).toHaveFocus();
  });
});

describe('bulk actions', () => {
  const withImage = (url: string) => ({ renditions: [{ format: 'jpeg', width: 320, height: 213, url }] });
  const imageOf = async (title: string) => (await card(title)).querySelector('img')?.src;

  it('add photos to a gallery in the order of the list', async () => {
    const { user, api, site } = await open(4);
    await user.click(check(1));
    await user.click(check(3));
    const { id, title } = gallery;
    const inGallery = { gallery_id: id, gallery_name: title, galleries: [gallery], ...withImage('/3?ticket=1') };
    Object.assign(site.photos[1]!, inGallery);

    await user.click(bar().getByRole('button', { name: 'Add to gallery' }));
    expect(screen.getByLabelText('Gallery')).toHaveAccessibleDescription(/^Photos that are not in it yet are added/);
    await user.selectOptions(screen.getByLabelText('Gallery'), 'Slack Water');
    await user.click(screen.getByRole('button', { name: 'Add' }));

    expect(await screen.findByText('2 photos added to Slack Water')).toBeInTheDocument();
    expect(api.bodiesOf('PUT /photos/batch')).toEqual([{ photo_ids: [3, 1], add_to_gallery_id: gallery.id }]);
    await waitFor(async () => expect(await imageOf('Photo 3')).toContain('/3?ticket=1'));
    expect(within(await card('Photo 3')).getByText('Slack Water')).toBeVisible();
    expect(within(await card('Photo 2')).getByText('No Gallery')).toBeVisible();
  });

  it('remove photos from a gallery that they are in; without a public gallery they become hidden', async () => {
    const winter = aGallery({ title: 'Winter', is_active: false });
    const { id: gallery_id, title: gallery_name } = winter;
    const inWinter = { gallery_id, gallery_name, galleries: [winter] };
    const galleries = () => aGalleryList([gallery, winter]);
    const { user, api } = await open(3, galleries, ({ id }) => (id === 3 ? {} : inWinter));
    await user.click(check(3));
    expect(bar().queryByRole('button', { name: 'Remove from gallery' })).toBeNull();
    await user.click(check(1));

    await user.click(bar().getByRole('button', { name: 'Remove from gallery' }));
    const options = within(screen.getByLabelText('Gallery')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Choose a gallery', 'Winter']);
    await user.selectOptions(screen.getByLabelText('Gallery'), 'Winter');
    const listed = [aPhoto({ id: 3 }), aPhoto({ id: 2, ...inWinter }), aPhoto({ id: 1, visibility: 'hidden' })];
    api.respond('GET /photos', () => aPhotoList(listed.map((photo) => ({ ...photo, title: `Photo ${photo.id}` }))));
    await user.click(screen.getByRole('button', { name: 'Remove' }));

    expect(await screen.findByText('2 photos removed from Winter')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Selected photos' })).toHaveFocus();
    expect(api.bodiesOf('PUT /photos/batch')).toEqual([{ photo_ids: [3, 1], remove_from_gallery_id: gallery_id }]);
    expect(within(await card('Photo 1')).getByText('No Gallery')).toBeVisible();
    expect(within(await card('Photo 1')).getByText('Hidden')).toBeVisible();
    expect(within(await card('Photo 3')).queryByText('Hidden')).toBeNull();
    expect(within(await card('Photo 2')).getByText('Winter')).toBeVisible();
  });

  it.each([
    ['are loading', () => new Promise(() => {}), 'Loading the galleries'],
    ['fail to load', () => new FakeResponse(400, undefined), 'Failed to load galleries'],
    ['do not exist', () => aGalleryList([]), 'No galleries yet'],
  ])('show a message while galleries %s', async (_, galleries, sentence) => {
    const { user } = await open(2, galleries);
    await user.click(check(2));

    await user.click(bar().getByRole('button', { name: 'Add to gallery' }));

    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
  });

  it('leave the photos selected', async () => {
    const { user, api } = await open(2);
    await user.click(check(2));
    await user.click(bar().getByRole('button', { name: 'Mark as for sale' }));

    expect(await screen.findByText('1 photo marked as for sale')).toBeInTheDocument();
    expect(within(await card('Photo 2')).getByText('For Sale')).toBeVisible();
    expect(check(2)).toBeChecked();
    await user.click(bar().getByRole('button', { name: 'Mark as not for sale' }));

    await waitFor(() => expect(screen.queryByText('For Sale')).toBeNull());
    expect(api.bodiesOf('PUT /photos/batch')).toEqual([
      { photo_ids: [2], is_for_sale: true },
      { photo_ids: [2], is_for_sale: false },
    ]);
  });

  it('survive the response of a further page that was requested before', async () => {
    const { user, api, site } = await open(6);
    let respond = () => {};
    const held = new Promise<void>((resolve) => (respond = resolve));
    api.respond('GET /photos', async (call) => {
      if (call.query.get('cursor') !== null) await held;
      return { ...(await site.list(call)), next_cursor: call.query.get('cursor') === null ? '6' : null, total: 7 };
    });
    api.respond('PUT /photos/batch', () => {
      site.photos[4]!.is_for_sale = true;
      return { count: 1, message: '' };
    });
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Title');
    await waitFor(() => expect(site.cursors).toEqual([null, null]));

    await user.click(check(2));
    await user.click(bar().getByRole('button', { name: 'Mark as for sale' }));
    await screen.findByText('1 photo marked as for sale');
    await act(async () => respond());

    await waitFor(() => expect(site.cursors.at(-1)).toBe('6'));
    expect(await within(await card('Photo 2')).findByText('For Sale')).toBeVisible();
  });

  it('survive the response of a first page that was requested before', async () => {
    const { user, api, site, events } = await open(3);
    const arrived = aPhoto({ id: 4, title: 'Photo 4' });
    const outdated = aPhotoList([arrived, ...site.photos.map((photo) => ({ ...photo }))]);
    let respond = (_: unknown) => {};
    api.respond('GET /photos', () => new Promise((resolve) => (respond = resolve)));
    await events.emit({ type: 'open' });
    api.respond('GET /photos', site.list);
    api.respond('PUT /photos/batch', () => {
      site.photos[1]!.is_for_sale = true;
      site.photos.unshift(arrived);
      return { count: 1, message: '' };
    });

    await user.click(check(2));
    await user.click(bar().getByRole('button', { name: 'Mark as for sale' }));
    await screen.findByText('1 photo marked as for sale');
    await act(async () => respond(outdated));

    await card('Photo 4');
    expect(within(await card('Photo 2')).getByText('For Sale')).toBeVisible();
  });

  it('survive the response of a search that was requested before', async () => {
    const { user, api, site } = await open(3);
    const outdated = aPhotoList([{ ...site.photos[1]! }]);
    let respond = (_: unknown) => {};
    api.respond('GET /photos', () => new Promise((resolve) => (respond = resolve)));
    const requests = () => api.calls.filter(({ route }) => route === 'GET /photos').length;
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), '2');
    await waitFor(() => expect(requests()).toBe(2));
    api.respond('GET /photos', site.list);
    api.respond('PUT /photos/batch', () => {
      site.photos[1]!.is_for_sale = true;
      return { count: 1, message: '' };
    });

    await user.click(check(2));
    await user.click(bar().getByRole('button', { name: 'Mark as for sale' }));
    await screen.findByText('1 photo marked as for sale');
    await act(async () => respond(outdated));

    expect(within(await card('Photo 2')).getByText('For Sale')).toBeVisible();
  });

  it('change the visibility', async () => {
    const { user, api, site } = await open(2);
    await user.click(check(2));
    const setTo = async (name: 'Hidden' | 'Public', url: string) => {
      Object.assign(site.photos[0]!, { visibility: name.toLowerCase(), ...withImage(url) });
      await user.click(bar().getByRole('button', { name: 'Change visibility' }));
      const dialog = within(screen.getByRole('dialog', { name: 'Change visibility' }));
      expect(dialog.getByRole('button', { name: 'Change' })).toBeDisabled();
      await user.click(dialog.getByRole('radio', { name }));
      await user.click(dialog.getByRole('button', { name: 'Change' }));
    };

    await setTo('Hidden', '/2?ticket=1');
    expect(await screen.findByText('1 photo set to hidden')).toBeInTheDocument();
    await waitFor(async () => expect(await imageOf('Photo 2')).toContain('/2?ticket=1'));
    expect(within(await card('Photo 2')).getByText('Hidden')).toBeVisible();
    await setTo('Public', '/2');

    await waitFor(async () => expect(within(await card('Photo 2')).queryByText('Hidden')).toBeNull());
    expect(api.bodiesOf('PUT /photos/batch')).toEqual([
      { photo_ids: [2], visibility: 'hidden' },
      { photo_ids: [2], visibility: 'public' },
    ]);
  });

  it('delete photos after confirmation', async () => {
    const { user, api } = await open(4);
    await user.click(check(1));
    await user.click(check(3));
    await user.click(bar().getByRole('button', { name: 'Delete' }));

    const confirm = within(screen.getByRole('alertdialog', { name: 'Delete photos' }));
    expect(confirm.getByText(/^Are you sure you want to delete these 2 photos\? Their comments/)).toBeVisible();
    expect(api.bodiesOf('POST /photos/batch/delete')).toEqual([]);
    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('2 photos deleted')).toBeInTheDocument();
    expect(cards().map((item) => item.dataset.photo)).toEqual(['4', '2']);
    expect(screen.getByText('2 photos')).toBeInTheDocument();
  });

  it('delete photos, which do not return with a further page requested before', async () => {
    const { user, api, site } = await open(6);
    const held: (() => void)[] = [];
    api.respond('GET /photos', async (call) => {
      if (call.query.get('cursor') !== null) await new Promise<void>((resolve) => held.push(resolve));
      return { ...(await site.list(call)), next_cursor: call.query.get('cursor') === null ? '6' : null, total: 7 };
    });
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Title');
    await waitFor(() => expect(held).toHaveLength(1));

    await user.click(check(2));
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('1 photo deleted');
    await waitFor(() => expect(held).toHaveLength(2));
    await act(async () => held.forEach((respond) => respond()));

    await waitFor(() => expect(cards()).toHaveLength(5));
    expect(screen.queryByRole('listitem', { name: 'Photo 2' })).toBeNull();
  });

  it('send batches, and leave failed photos selected', async () => {
    Object.assign(LIMITS, { batch: 2 });
    const { user, api } = await open(3);
    for (const id of [3, 2, 1]) await user.click(check(id));
    api.respond('PUT /photos/batch', ({ body }) => {
      const { photo_ids } = body as ChangePhotos;
      return photo_ids.length === 2 ? { count: 2, message: 'Done' } : failing('service.unavailable');
    });

    await user.click(bar().getByRole('button', { name: 'Mark as for sale' }));

    expect(await screen.findByText(/^2 photos marked as for sale, 1 failed: /)).toBeInTheDocument();
    expect(await screen.findByText('1 photo selected')).toBeInTheDocument();
    const parts = api.bodiesOf('PUT /photos/batch') as ChangePhotos[];
    expect(parts.map(({ photo_ids }) => photo_ids)).toEqual([[3, 2], [1]]);
    expect(check(1)).toBeChecked();
    expect(within(await card('Photo 3')).getByText('For Sale')).toBeVisible();
  });

  it('refetch photos after a lost response', async () => {
    const { user, api, site } = await open(4);
    api.respond('POST /photos/batch/delete', () => {
      site.photos.splice(1, 1);
      return unreachable();
    });
    await user.click(check(3));
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    jest.useFakeTimers({ advanceTimers: true });
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText(unreached('Failed to delete photos'))).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    await waitFor(() => expect(cards().map((item) => item.dataset.photo)).toEqual(['4', '2', '1']));
    expect(screen.queryByRole('region', { name: 'Selected photos' })).toBeNull();
  });

  it('refetch further pages of an inactive list after a lost response', async () => {
    const { user, api, site } = await open(150);
    await waitFor(() => expect(site.cursors).toEqual([null, '100']));
    api.respond('PUT /photos/batch', () => {
      site.photos[101]!.is_for_sale = true;
      return new FakeResponse(502, undefined);
    });
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'photo 49');
    await screen.findByText('1 photo found');
    await user.click(check(49));
    await user.click(bar().getByRole('button', { name: 'Mark as for sale' }));
    expect(await within(await card('Photo 49')).findByText('For Sale')).toBeVisible();
    const before = site.cursors.length;

    await user.click(screen.getByRole('button', { name: 'Clear filters' }));

    await waitFor(() => expect(site.cursors.slice(before)).toContain('100'));
  });

  it('leave photos selected that were selected meanwhile', async () => {
    let respond = (_: unknown) => {};
    const { user, api } = await open(4);
    api.respond('POST /photos/batch/delete', () => new Promise((resolve) => (respond = resolve)));
    await user.click(check(4));
    await user.click(check(3));
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));

    await user.click(check(1));
    respond({ count: 2, message: 'Done' });

    expect(await screen.findByText('1 photo selected')).toBeInTheDocument();
    expect(check(1)).toBeChecked();
  });
});
