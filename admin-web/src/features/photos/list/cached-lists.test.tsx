import { afterEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ChangePhotos, PhotoView } from '@portfolio/contracts';
import { aGallery, aGalleryList, anUpload, aPhoto, aPhotoList } from '../../../../test/factories.ts';
import { aPhotoSite, card, cards } from '../../../../test/photo-site.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';

afterEach(() => void Object.assign(window, { scrollY: 0 }));

const gallery = aGallery({ title: 'Slack Water' });

/** A fake API with filters and changes of photos. */
async function open(photos: PhotoView[], at = '/admin/photos') {
  const page = renderSignedIn(at, {
    'GET /galleries': () => aGalleryList([gallery]),
    'GET /photos': ({ query }) =>
      aPhotoList(
        photos.filter(
          ({ galleries, is_for_sale }) =>
            (!query.has('gallery_id') || galleries.some(({ id }) => String(id) === query.get('gallery_id'))) &&
            (!query.has('for_sale') || is_for_sale),
        ),
      ),
    'PUT /photos/batch': ({ body }) => {
      const { photo_ids, is_for_sale, add_to_gallery_id } = body as ChangePhotos;
      for (const photo of photos.filter(({ id }) => photo_ids.includes(id))) {
        if (is_for_sale !== undefined) photo.is_for_sale = is_for_sale;
        if (add_to_gallery_id !== undefined) photo.galleries = [gallery];
      }
      return { count: photo_ids.length, message: 'Done' };
    },
  });
  await screen.findByRole('heading', { name: 'Photos' });
  return page;
}

const titles = () => cards().map((item) => item.getAttribute('aria-label'));

it('the photo list shows photos uploaded meanwhile', async () => {
  const photos = [aPhoto({ title: 'Harbour' })];
  const { go } = await open(photos);
  await card('Harbour');

  await go('/admin/galleries');
  await screen.findByRole('heading', { name: 'Galleries' });
  photos.unshift(aPhoto({ title: 'Arrived' }));
  await go('/admin/photos');

  await card('Arrived');
  expect(titles()).toEqual(['Arrived', 'Harbour']);
  expect(screen.getByText('2 photos')).toBeInTheDocument();
});

it('a cached gallery filter shows photos uploaded to it meanwhile', async () => {
  const photos = [aPhoto({ title: 'Harbour', galleries: [gallery] })];
  const { user } = await open(photos, `/admin/photos?gallery=${gallery.id}`);
  await card('Harbour');
  await user.selectOptions(screen.getByLabelText('In gallery'), 'All Galleries');
  await screen.findByText('1 photo');

  photos.unshift(aPhoto({ title: 'Arrived', galleries: [gallery] }));
  await user.selectOptions(screen.getByLabelText('In gallery'), 'Slack Water');

  await card('Arrived');
  expect(screen.getByText('2 photos found')).toBeInTheDocument();
});

it('a list without cache is fetched once', async () => {
  const { api } = await open([aPhoto({ title: 'Harbour' })]);

  await card('Harbour');

  await screen.findByText('1 photo');
  expect(api.calls.filter(({ route }) => route === 'GET /photos')).toHaveLength(1);
});

it('a gallery filter shows photos added to it in bulk, on any page', async () => {
  const photos = Array.from({ length: 300 }, (_, index) => aPhoto({ id: 300 - index, title: `Photo ${300 - index}` }));
  for (const photo of photos) if (photo.id > 150) photo.galleries = [gallery];
  const { user, api } = await open(photos);
  const pages = (at: number, found: PhotoView[]) => ({
    photos: found.slice(at, at + 100),
    next_cursor: at + 100 < found.length ? String(at + 100) : null,
    total: found.length,
  });
  api.respond('GET /photos', ({ query }) =>
    pages(
      Number(query.get('cursor') ?? 0),
      photos.filter(({ galleries }) => !query.has('gallery_id') || galleries.length > 0),
    ),
  );
  await card('Photo 300');
  await user.selectOptions(screen.getByLabelText('In gallery'), 'Slack Water');
  await screen.findByText('150 photos found');
  await user.selectOptions(screen.getByLabelText('In gallery'), 'All Galleries');
  await screen.findByText('300 photos');

  await user.click(screen.getByRole('button', { name: 'Select all 300 photos' }));
  await screen.findByText('300 photos selected');
  await user.click(
    within(screen.getByRole('region', { name: 'Selected photos' })).getByRole('button', { name: 'Add to gallery' }),
  );
  const dialog = within(screen.getByRole('dialog', { name: 'Add to gallery' }));
  await user.selectOptions(dialog.getByLabelText('Gallery'), 'Slack Water');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('300 photos added to Slack Water');
  await user.selectOptions(screen.getByLabelText('In gallery'), 'Slack Water');

  await screen.findByText('300 photos found');
  await user.click(screen.getByRole('button', { name: 'Select all 300 photos' }));
  expect(await screen.findByText('300 photos selected')).toBeInTheDocument();
});

it('a list loads further photos in place of those that have left its filter, and counts the rest', async () => {
  const { list } = aPhotoSite(1_000, () => ({ is_for_sale: true }));
  let changed = 0;
  const { user } = renderSignedIn('/admin/photos?for_sale=true', {
    'GET /photos': async (call) => list(call).then((page) => ({ ...page, total: page.total - changed })),
    'GET /galleries': () => aGalleryList([gallery]),
    'PUT /photos/batch': ({ body }) => {
      const { length } = (body as ChangePhotos).photo_ids;
      changed += length;
      return { count: length, message: 'Done' };
    },
  });
  await card('Photo 1000');
  await user.click(screen.getByRole('checkbox', { name: 'Select Photo 1000' }));
  Object.assign(window, { scrollY: 100_000 });
  fireEvent.scroll(window);
  await card('Photo 750');
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Photo 750' }));
  await user.keyboard('{/Shift}');

  await user.click(screen.getByRole('button', { name: 'Mark as not for sale' }));

  await screen.findByText('251 photos marked as not for sale');
  expect(await card('Photo 499')).toBeVisible();
  expect(screen.getByText('749 photos found')).toBeInTheDocument();
});

it('the filter for sale shows a photo marked in its dialog', async () => {
  const photo = aPhoto({ title: 'Harbour' });
  const { user, api } = await open([photo], '/admin/photos?for_sale=true');
  api.respond(`GET /photos/${photo.id}`, () => ({ photo }));
  api.respond(`PUT /photos/${photo.id}`, () => {
    photo.is_for_sale = true;
    return { photo };
  });
  await screen.findByText('0 photos found');
  await user.click(screen.getByLabelText('For sale only'));
  await user.click(await screen.findByRole('button', { name: 'Edit Harbour' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Photo' }));
  await user.click(dialog.getByLabelText('Mark as for sale'));
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('Photo updated successfully!');

  await user.click(screen.getByLabelText('For sale only'));

  expect(await screen.findByText('1 photo found')).toBeInTheDocument();
  await waitFor(() => expect(titles()).toEqual(['Harbour']));
});

it('a renamed photo moves to its position in the order by title, and shows its file name and the time of its camera', async () => {
  const upload = anUpload({ file_name: 'IMG_0012.jpg', captured_at: '2026-03-01T17:20:11.000' });
  const [ebb, flood] = [aPhoto({ title: 'Ebb', upload }), aPhoto({ title: 'Flood' })];
  let photos = [ebb, flood];
  const { user } = renderSignedIn('/admin/photos?sort=title', {
    'GET /public/settings': () => ({ language: 'en', timeZone: 'Asia/Tokyo' }),
    'GET /photos': () => aPhotoList(photos),
    [`GET /photos/${ebb.id}`]: () => ({ photo: photos.find(({ id }) => id === ebb.id) }),
    [`PUT /photos/${ebb.id}`]: () => {
      photos = [flood, { ...ebb, title: 'Neap' }];
      return { photo: photos[1] };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Ebb' }));
  const dialog = within(screen.getByRole('dialog'));

  expect(dialog.getByText('IMG_0012.jpg')).toBeVisible();
  expect(dialog.getByText(/^Taken/)).toHaveTextContent(/Mar 1, 2026, 5:20.PM$/);
  await user.clear(dialog.getByLabelText('Title'));
  await user.type(dialog.getByLabelText('Title'), 'Neap');
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

  await waitFor(() => expect(titles()).toEqual(['Flood', 'Neap']));
});
