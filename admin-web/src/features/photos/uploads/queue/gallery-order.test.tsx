import { expect, it } from '@jest/globals';
import { Api } from '@portfolio/api-client';
import { aPhoto } from '../../../../../test/factories.ts';
import { fakeApi, unreachable } from '../../../../../test/fake-api.ts';
import { GalleryOrder } from './gallery-order.ts';
import type { QueuedUpload } from './queued-upload.ts';

const arrived = (id: number, gallery_id?: number) =>
  ({ photo: aPhoto({ id }), details: { title: 'One', gallery_id } }) as QueuedUpload;

it('asks for the order of what arrived, and says nothing of all else that is in the galleries', async () => {
  const api = fakeApi({ 'PUT /galleries/7/order': () => ({}), 'PUT /galleries/8/order': () => ({}) });

  const waiting = { details: { title: 'Waits', gallery_id: 7 } } as QueuedUpload;
  const uploads = [arrived(3, 7), arrived(5, 8), arrived(4), waiting, arrived(1, 7), arrived(2, 8)];
  expect(await new GalleryOrder(new Api()).save(uploads)).toBe(true);

  expect(api.calls.map(({ route, body }) => [route, body])).toEqual([
    ['PUT /galleries/7/order', { photo_ids: [3, 1] }],
    ['PUT /galleries/8/order', { photo_ids: [5, 2] }],
  ]);
});

it('asks for nothing where one photo is in order by itself', async () => {
  const api = fakeApi({});

  expect(await new GalleryOrder(new Api()).save([arrived(3, 7), arrived(4)])).toBe(false);

  expect(api.calls).toEqual([]);
});

it('leaves those alone that have been in a gallery since an earlier end, and puts the later ones in order', async () => {
  const api = fakeApi({ 'PUT /galleries/7/order': () => ({}) });
  const order = new GalleryOrder(new Api());
  await order.save([arrived(3, 7), arrived(1, 7)]);

  const late = [arrived(9, 7), arrived(3, 7), arrived(8, 7), arrived(1, 7)];
  expect(await order.save(late)).toBe(true);
  expect(await order.save(late)).toBe(false);

  expect(api.bodiesOf('PUT /galleries/7/order')).toEqual([{ photo_ids: [3, 1] }, { photo_ids: [9, 8] }]);
});

it('asks again at the next end where it failed, and does not leave out the other galleries for that', async () => {
  const api = fakeApi({ 'PUT /galleries/7/order': unreachable, 'PUT /galleries/8/order': () => ({}) });
  const order = new GalleryOrder(new Api());
  const uploads = [arrived(3, 7), arrived(1, 7), arrived(5, 8), arrived(2, 8)];
  await expect(order.save(uploads)).rejects.toThrow('cannot be reached');

  api.answer('PUT /galleries/7/order', () => ({}));
  expect(await order.save(uploads)).toBe(true);

  expect(api.calls.map(({ route }) => route)).toEqual([7, 8, 7].map((gallery) => `PUT /galleries/${gallery}/order`));
});

it('has nothing to say of one that comes late, also where the first came alone', async () => {
  const api = fakeApi({});
  const order = new GalleryOrder(new Api());
  await order.save([arrived(3, 7)]);

  expect(await order.save([arrived(1, 7), arrived(3, 7)])).toBe(false);

  expect(api.calls).toEqual([]);
});
