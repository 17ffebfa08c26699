import { expect, it } from '@jest/globals';
import { Api } from '@portfolio/api-client';
import { aPhoto } from '../../../../../test/factories.ts';
import { failing, fakeApi, unreachable } from '../../../../../test/fake-api.ts';
import { galleryOrder } from './gallery-order.ts';
import type { QueuedUpload } from './queued-upload.ts';

const uploaded = (id: number, gallery_id?: number) =>
  ({ photo: aPhoto({ id }), details: { title: 'One', gallery_id } }) as QueuedUpload;

it('orders the uploaded photos of each gallery, and no others', async () => {
  const api = fakeApi({ 'PUT /galleries/7/order': () => ({}), 'PUT /galleries/8/order': () => ({}) });

  const waiting = { details: { title: 'Waiting', gallery_id: 7 } } as QueuedUpload;
  const uploads = [uploaded(3, 7), uploaded(5, 8), uploaded(4), waiting, uploaded(1, 7), uploaded(2, 8)];
  expect(await galleryOrder(new Api())(uploads)).toBe(true);

  expect(api.calls.map(({ route, body }) => [route, body])).toEqual([
    ['PUT /galleries/7/order', { photo_ids: [3, 1] }],
    ['PUT /galleries/8/order', { photo_ids: [5, 2] }],
  ]);
});

it('sends no request for a single photo', async () => {
  const api = fakeApi({});

  expect(await galleryOrder(new Api())([uploaded(3, 7), uploaded(4)])).toBe(false);

  expect(api.calls).toEqual([]);
});

it('orders later photos only, in a later round', async () => {
  const api = fakeApi({ 'PUT /galleries/7/order': () => ({}) });
  const order = galleryOrder(new Api());
  await order([uploaded(3, 7), uploaded(1, 7)]);

  const late = [uploaded(9, 7), uploaded(3, 7), uploaded(8, 7), uploaded(1, 7)];
  expect(await order(late)).toBe(true);
  expect(await order(late)).toBe(false);

  expect(api.bodiesOf('PUT /galleries/7/order')).toEqual([{ photo_ids: [3, 1] }, { photo_ids: [9, 8] }]);
});

it('retries a failed request at the next call, and orders the other galleries', async () => {
  const api = fakeApi({ 'PUT /galleries/7/order': unreachable, 'PUT /galleries/8/order': () => ({}) });
  const order = galleryOrder(new Api());
  const uploads = [uploaded(3, 7), uploaded(1, 7), uploaded(5, 8), uploaded(2, 8)];
  await expect(order(uploads)).rejects.toThrow('cannot be reached');

  api.respond('PUT /galleries/7/order', () => ({}));
  expect(await order(uploads)).toBe(true);

  expect(api.calls.map(({ route }) => route)).toEqual([7, 8, 7].map((gallery) => `PUT /galleries/${gallery}/order`));
});

it('sends no request for a single later photo', async () => {
  const api = fakeApi({});
  const order = galleryOrder(new Api());
  await order([uploaded(3, 7)]);

  expect(await order([uploaded(1, 7), uploaded(3, 7)])).toBe(false);

  expect(api.calls).toEqual([]);
});

it('orders photos of an earlier round, whose request failed, with those of the next', async () => {
  const api = fakeApi({ 'PUT /galleries/7/order': unreachable });
  const order = galleryOrder(new Api());
  await expect(order([uploaded(3, 7), uploaded(1, 7)])).rejects.toThrow('cannot be reached');

  api.respond('PUT /galleries/7/order', () => ({}));
  expect(await order([uploaded(2, 7)])).toBe(true);
  expect(await order([uploaded(4)])).toBe(false);

  expect(api.bodiesOf('PUT /galleries/7/order')).toEqual([{ photo_ids: [3, 1] }, { photo_ids: [3, 1, 2] }]);
});

it('does not order a deleted gallery again', async () => {
  const api = fakeApi({ 'PUT /galleries/7/order': () => failing('gallery.not-found') });
  const order = galleryOrder(new Api());
  const uploads = [uploaded(3, 7), uploaded(1, 7)];
  await expect(order(uploads)).rejects.toThrow();

  expect(await order([...uploads, uploaded(2)])).toBe(false);
  expect(api.calls).toHaveLength(1);
});
