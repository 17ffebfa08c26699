import { expect, it } from '@jest/globals';
import { Api } from '@portfolio/api-client';
import { aPhoto } from '../../../test/factories.ts';
import { fakeApi } from '../../../test/fake-api.ts';
import { keepListOrder } from './gallery-order.ts';
import type { QueuedUpload } from './queued-upload.ts';

const arrived = (id: number, gallery_id?: number) =>
  ({ photo: aPhoto({ id }), details: { title: 'One', gallery_id } }) as QueuedUpload;

it('asks for the order of what arrived, and says nothing of all else that is in the galleries', async () => {
  const api = fakeApi({ 'PUT /galleries/7/order': () => ({}), 'PUT /galleries/8/order': () => ({}) });

  const waiting = { details: { title: 'Waits', gallery_id: 7 } } as QueuedUpload;
  const uploads = [arrived(3, 7), arrived(5, 8), arrived(4), waiting, arrived(1, 7), arrived(2, 8)];
  expect(await keepListOrder(new Api(), uploads)).toBe(true);

  expect(api.calls.map(({ route, body }) => [route, body])).toEqual([
    ['PUT /galleries/7/order', { photo_ids: [3, 1] }],
    ['PUT /galleries/8/order', { photo_ids: [5, 2] }],
  ]);
});

it('asks for nothing where one photo is in order by itself', async () => {
  const api = fakeApi({});

  expect(await keepListOrder(new Api(), [arrived(3, 7), arrived(4)])).toBe(false);

  expect(api.calls).toEqual([]);
});
