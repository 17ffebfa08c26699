import { expect, it, jest } from '@jest/globals';
import { Api } from '@portfolio/api-client';
import { waitFor } from '@testing-library/react';
import { aPhoto } from '../../../../../test/factories.ts';
import { failing, fakeApi, unreachable } from '../../../../../test/fake-api.ts';
import { galleryOrder } from './gallery-order.ts';
import type { QueuedUpload } from './queued-upload.ts';

const uploaded = (id: number, gallery_id?: number) =>
  ({ photo: aPhoto({ id }), details: { title: 'One', gallery_id } }) as QueuedUpload;

function setUp(routes: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi(routes);
  const onSettled = jest.fn();
  /** Retries of the failed requests. */
  const failures: ((() => void) | undefined)[] = [];
  const order = galleryOrder(new Api(), { onSettled, onFailure: (retry) => failures.push(retry) });
  const settled = (count: number) => waitFor(() => expect(onSettled).toHaveBeenCalledTimes(count));
  return { api, order, failures, settled };
}

it('orders the uploaded photos of each gallery, and no others', async () => {
  const { api, order, failures, settled } = setUp({
    'PUT /galleries/7/order': () => ({}),
    'PUT /galleries/8/order': () => ({}),
  });

  const waiting = { details: { title: 'Waiting', gallery_id: 7 } } as QueuedUpload;
  order([uploaded(3, 7), uploaded(5, 8), uploaded(4), waiting, uploaded(1, 7), uploaded(2, 8)]);
  await settled(1);

  expect(api.calls.map(({ route, body }) => [route, body])).toEqual([
    ['PUT /galleries/7/order', { photo_ids: [3, 1] }],
    ['PUT /galleries/8/order', { photo_ids: [5, 2] }],
  ]);
  expect(failures).toEqual([]);
});

it('sends no request for a single photo, also of a later round', () => {
  const { api, order } = setUp();

  order([uploaded(3, 7), uploaded(4)]);
  order([uploaded(1, 7), uploaded(3, 7)]);

  expect(api.calls).toEqual([]);
});

it('orders later photos only, in a later round', async () => {
  const { api, order, settled } = setUp({ 'PUT /galleries/7/order': () => ({}) });
  order([uploaded(3, 7), uploaded(1, 7)]);

  const late = [uploaded(9, 7), uploaded(3, 7), uploaded(8, 7), uploaded(1, 7)];
  order(late);
  order(late);
  await settled(2);

  expect(api.bodiesOf('PUT /galleries/7/order')).toEqual([{ photo_ids: [3, 1] }, { photo_ids: [9, 8] }]);
});

it('sends a failed request again on a retry only', async () => {
  const { api, order, failures, settled } = setUp({ 'PUT /galleries/7/order': unreachable });
  const uploads = [uploaded(3, 7), uploaded(1, 7)];
  order(uploads);
  await settled(1);

  order([...uploads, uploaded(2, 7)]);
  order([uploaded(4)]);
  expect(api.calls).toHaveLength(1);
  failures[0]!();
  await settled(2);
  expect(failures).toHaveLength(2);
  api.respond('PUT /galleries/7/order', () => ({}));
  failures[1]!();
  await settled(3);

  expect(api.bodiesOf('PUT /galleries/7/order')).toEqual(Array(3).fill({ photo_ids: [3, 1] }));
  expect(failures).toHaveLength(2);
});

it('orders the other galleries after a failure; a deleted gallery has no retry', async () => {
  const { api, order, failures, settled } = setUp({
    'PUT /galleries/7/order': () => failing('gallery.not-found'),
    'PUT /galleries/8/order': () => ({}),
  });

  order([uploaded(3, 7), uploaded(1, 7), uploaded(5, 8), uploaded(2, 8)]);
  await settled(1);

  expect(api.bodiesOf('PUT /galleries/8/order')).toHaveLength(1);
  expect(failures).toEqual([undefined]);
});

it('sends the failed requests of a round again together, except refused ones', async () => {
  const { api, order, failures, settled } = setUp({
    'PUT /galleries/7/order': unreachable,
    'PUT /galleries/8/order': unreachable,
    'PUT /galleries/9/order': () => failing('gallery.not-found'),
  });

  order([7, 7, 8, 8, 9, 9].map((galleryId, index) => uploaded(index, galleryId)));
  await settled(1);
  expect(failures).toHaveLength(1);
  failures[0]!();
  await settled(2);

  const routes = api.calls.map(({ route }) => route);
  expect(routes.slice(3)).toEqual(['PUT /galleries/7/order', 'PUT /galleries/8/order']);
});
