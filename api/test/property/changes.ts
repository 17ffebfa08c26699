import fc from 'fast-check';
import type { TestApi } from '../start-test-api.ts';
import type { ViewerClient } from './viewer-client.ts';
import { PASSWORD_HASH, versionOfPhoto, RENDITION } from './seed-world.ts';
import { Model } from './model.ts';
import {
  hang,
  hideConfined,
  idOf,
  inOrder,
  nextId,
  pick,
  pickAll,
  reorder,
  replace,
  without,
  withoutPhotos,
} from './rows.ts';
import {
  aGalleryVisibility,
  aNewsText,
  aVisibility,
  MOST_PHOTOS,
  type PhotoRow,
  slugOf,
  titleOfGallery,
  type World,
} from './world.ts';

/** Rows are chosen by index modulo their number, so that a change stays valid while a failing world shrinks. */
const row = fc.nat(MOST_PHOTOS - 1);
const rows = fc.uniqueArray(row, { maxLength: 5 });
const kind = <K extends string, T>(type: K, fields: fc.Arbitrary<T>) => fields.map((value) => ({ type, ...value }));

export const aChange = fc.oneof(
  kind('switch gallery', fc.record({ gallery: row, visibility: aGalleryVisibility })),
  kind('save gallery', fc.record({ gallery: row, photos: rows, publishes: fc.boolean() })),
  kind('order gallery', fc.record({ gallery: row, photos: rows })),
  kind('create gallery', fc.record({ photos: rows, isActive: fc.boolean() })),
  kind('delete gallery', fc.record({ gallery: row, publishes: fc.boolean() })),
  kind(
    'set galleries',
    fc.record({ photo: row, galleries: rows, visibility: fc.option(aVisibility, { nil: undefined }) }),
  ),
  kind('set visibility', fc.record({ photo: row, visibility: aVisibility })),
  kind('delete photo', fc.record({ photo: row })),
  kind('change photos', fc.record({ photos: rows, gallery: row, isForSale: fc.boolean(), visibility: aVisibility })),
  kind('delete photos', fc.record({ photos: rows })),
  kind('render photo', fc.record({ photo: row, status: fc.constantFrom('ready' as const, 'failed' as const) })),
  kind('post comment', fc.record({ photo: row, isGuest: fc.boolean() })),
  kind('decide comment', fc.record({ comment: row, isApproved: fc.boolean() })),
  kind('delete comment', fc.record({ comment: row })),
  kind('decide comments', fc.record({ comments: rows, isApproved: fc.boolean() })),
  kind('delete comments', fc.record({ comments: rows })),
  kind('ask about photo', fc.record({ photo: row, isGuest: fc.boolean() })),
  kind('create news', fc.record({ isActive: fc.boolean(), text: aNewsText })),
  kind('switch news', fc.record({ item: row, isActive: fc.boolean() })),
  kind('delete news', fc.record({ item: row })),
  kind('delete and restore', fc.record({ photo: row, gallery: row, comment: row, item: row, publishes: fc.boolean() })),
);

export type Change = typeof aChange extends fc.Arbitrary<infer T> ? T : never;

/** Clients for changes, and the database for those of the worker. */
export interface ChangeContext {
  api: TestApi;
  visitor: ViewerClient;
  guest: ViewerClient;
  admin: ViewerClient;
}

/**
 * Makes a change through the API, or in the database for the worker's changes.
 *
 * @returns the expected world
 * @throws when the API rejects a valid change, or accepts an invalid one
 */
export async function make(
  change: Change,
  world: World,
  { api, visitor, guest, admin }: ChangeContext,
): Promise<World> {
  const photo = 'photo' in change ? pick(world.photos, change.photo) : undefined;
  const gallery = 'gallery' in change ? pick(world.galleries, change.gallery) : undefined;
  const comment = 'comment' in change ? pick(world.comments, change.comment) : undefined;
  const client = 'isGuest' in change && change.isGuest ? guest : visitor;
  const item = 'item' in change ? pick(world.news, change.item) : undefined;

  switch (change.type) {
    case 'switch gallery': {
      if (!gallery) return world;
      await accepted(admin.send('PUT', `/api/galleries/${gallery.id}`, { visibility: change.visibility }));
      return { ...world, galleries: replace(world.galleries, { ...gallery, visibility: change.visibility }) };
    }
    case 'save gallery': {
      const photos = pickAll(world.photos, change.photos);
      if (!gallery || photos.length === 0) return world;
      const form = { ...galleryForm(gallery, photos), publish_removed: change.publishes };
      await accepted(admin.send('PUT', `/api/galleries/${gallery.id}`, form));
      const after = { ...world, galleries: replace(world.galleries, { ...gallery, entries: inOrder(photos) }) };
      return change.publishes ? after : hideConfined(world, after);
    }
    case 'order gallery': {
      const photos = pickAll(world.photos, change.photos);
      if (!gallery || photos.length === 0) return world;
      await accepted(admin.send('PUT', `/api/galleries/${gallery.id}/order`, { photo_ids: photos.map(idOf) }));
      return { ...world, galleries: replace(world.galleries, reorder(gallery, photos)) };
    }
    case 'create gallery': {
      const photos = pickAll(world.photos, change.photos);
      if (photos.length === 0) return world;
      const form = { ...galleryForm({ id: nextId(world.galleries) }, photos), is_active: change.isActive };
      const id = idIn(await accepted(admin.send('POST', '/api/galleries', form)), 'gallery');
      // The name contains the new id.
      await accepted(admin.send('PUT', `/api/galleries/${id}`, galleryForm({ id }, photos)));
      await api.database.query('update galleries set password_hash = $2 where id = $1', [id, PASSWORD_HASH]);
      const visibility = change.isActive ? 'public' : 'hidden';
      return {
        ...world,
        galleries: [...world.galleries, { id, visibility, schedule: 'always', entries: inOrder(photos) }],
      };
    }
    case 'delete gallery': {
      if (!gallery) return world;
      const query = change.publishes ? '?publish=true' : '';
      await accepted(admin.send('DELETE', `/api/galleries/${gallery.id}${query}`));
      const after = { ...world, galleries: without(world.galleries, gallery) };
      return change.publishes ? after : hideConfined(world, after);
    }
    case 'set galleries': {
      if (!photo) return world;
      const galleries = pickAll(world.galleries, change.galleries);
      const { visibility } = change;
      const form = { gallery_ids: galleries.map(idOf), ...(visibility && { visibility }) };
      await accepted(admin.send('PUT', `/api/photos/${photo.id}`, form));
      const hung = world.galleries.map((one) => hang(one, photo, galleries.includes(one)));
      if (!visibility) return hideConfined(world, { ...world, galleries: hung });
      return { ...world, galleries: hung, photos: replace(world.photos, { ...photo, visibility }) };
    }
    case 'set visibility': {
      if (!photo) return world;
      const { visibility } = change;
      await accepted(admin.send('PUT', `/api/photos/${photo.id}`, { visibility }));
      return { ...world, photos: replace(world.photos, { ...photo, visibility }) };
    }
    case 'delete photo': {
      if (!photo) return world;
      await accepted(admin.send('DELETE', `/api/photos/${photo.id}`));
      return withoutPhotos(world, [photo]);
    }
    case 'change photos': {
      const photos = pickAll(world.photos, change.photos);
      if (!gallery || photos.length === 0) return world;
      const { isForSale, visibility } = change;
      const form = { photo_ids: photos.map(idOf), is_for_sale: isForSale, visibility, add_to_gallery_id: gallery.id };
      await accepted(admin.send('PUT', '/api/photos/batch', form));
      return {
        ...world,
        photos: world.photos.map((one) => (photos.includes(one) ? { ...one, isForSale, visibility } : one)),
        galleries: replace(
          world.galleries,
          photos.reduce((filled, one) => hang(filled, one, true), gallery),
        ),
      };
    }
    case 'delete photos': {
      const photos = pickAll(world.photos, change.photos);
      if (photos.length === 0) return world;
      await accepted(admin.send('POST', '/api/photos/batch/delete', { photo_ids: photos.map(idOf) }));
      return withoutPhotos(world, photos);
    }
    case 'render photo': {
      if (!photo) return world;
      const { status } = change;
      const hasFiles = photo.hasFiles || status === 'ready';
      await api.database.query(
        `update photos set status = $2, version = case when $3 then $4 end, renditions = case when $3 then $5::jsonb else '[]' end where id = $1`,
        [photo.id, status, hasFiles, versionOfPhoto(photo), JSON.stringify([RENDITION])],
      );
      return { ...world, photos: replace(world.photos, { ...photo, status, hasFiles }) };
    }
    case 'post comment': {
      // Also for a photo that does not exist.
      const form = {
        photo_id: photo?.id ?? 99,
        author_name: 'Ruth',
        author_email: 'ruth@example.com',
        content: 'Lovely',
      };
      const request = client.send('POST', '/api/comments', form);
      if (!photo || !new Model(world, client.viewer).isPublic(photo)) {
        await rejected(request, 404);
        return world;
      }
      const id = idIn(await accepted(request), 'comment');
      return { ...world, comments: [...world.comments, { id, photoId: photo.id, isApproved: false }] };
    }
    case 'decide comment': {
      if (!comment) return world;
      const body = change.isApproved ? undefined : { is_approved: false };
      await accepted(admin.send('PUT', `/api/comments/${comment.id}/approve`, body));
      return { ...world, comments: replace(world.comments, { ...comment, isApproved: change.isApproved }) };
    }
    case 'delete comment': {
      if (!comment) return world;
      await accepted(admin.send('DELETE', `/api/comments/${comment.id}`));
      return { ...world, comments: without(world.comments, comment) };
    }
    case 'decide comments': {
      const comments = pickAll(world.comments, change.comments);
      if (comments.length === 0) return world;
      const { isApproved } = change;
      const form = { comment_ids: comments.map(idOf), is_approved: isApproved };
      await accepted(admin.send('PUT', '/api/comments/batch/approve', form));
      const decided = world.comments.map((one) => (comments.includes(one) ? { ...one, isApproved } : one));
      return { ...world, comments: decided };
    }
    case 'delete comments': {
      const comments = pickAll(world.comments, change.comments);
      if (comments.length === 0) return world;
      await accepted(admin.send('POST', '/api/comments/batch/delete', { comment_ids: comments.map(idOf) }));
      return { ...world, comments: world.comments.filter((one) => !comments.includes(one)) };
    }
    case 'ask about photo': {
      const form = {
        name: 'Ruth',
        email: 'ruth@example.com',
        subject: 'A print',
        message: 'How much?',
        photo_id: photo?.id ?? 99,
      };
      const request = client.send('POST', '/api/contact', form);
      if (photo && new Model(world, client.viewer).isPublic(photo)) await accepted(request);
      else await rejected(request, 404);
      return world;
    }
    case 'create news': {
      const { isActive, text } = change;
      const form = { [text === 'none' ? 'link' : text]: 'https://example.com', is_active: isActive };
      const id = idIn(await accepted(admin.send('POST', '/api/news', form)), 'news');
      return { ...world, news: [...world.news, { id, isActive, schedule: 'always', text, photoId: null }] };
    }
    case 'switch news': {
      if (!item) return world;
      await accepted(admin.send('PUT', `/api/news/${item.id}`, { is_active: change.isActive }));
      return { ...world, news: replace(world.news, { ...item, isActive: change.isActive }) };
    }
    case 'delete news': {
      if (!item) return world;
      await accepted(admin.send('DELETE', `/api/news/${item.id}`));
      return { ...world, news: without(world.news, item) };
    }
    case 'delete and restore': {
      const query = change.publishes ? '?publish=true' : '';
      const deleted = [
        ...(comment ? [`/api/comments/${comment.id}`] : []),
        ...(gallery ? [`/api/galleries/${gallery.id}${query}`] : []),
        ...(photo ? [`/api/photos/${photo.id}`] : []),
        ...(item ? [`/api/news/${item.id}`] : []),
      ];
      for (const address of deleted) await accepted(admin.send('DELETE', address));
      const [photo_ids, gallery_ids, comment_ids, news_ids] = [photo, gallery, comment, item].map((one) =>
        one ? [one.id] : [],
      );
      if (deleted.length === 0) return world;
      await accepted(admin.send('POST', '/api/admin/trash/restore', { photo_ids, gallery_ids, comment_ids, news_ids }));
      return world;
    }
  }
}

type ClientResponse = Awaited<ReturnType<ViewerClient['send']>>;

async function accepted(request: Promise<ClientResponse>): Promise<ClientResponse> {
  const response = await request;
  if (response.status !== 200 && response.status !== 201) {
    throw new Error(`A valid change was rejected with ${response.status}: ${JSON.stringify(response.body)}`);
  }
  return response;
}

async function rejected(request: Promise<ClientResponse>, status: number): Promise<void> {
  const response = await request;
  if (response.status !== status) {
    throw new Error(`Expected ${status}, received ${response.status}: ${JSON.stringify(response.body)}`);
  }
}

const idIn = ({ body }: ClientResponse, name: string) => (body[name] as { id: number }).id;

const galleryForm = (gallery: { id: number }, photos: PhotoRow[]) => ({
  title: titleOfGallery(gallery),
  slug: slugOf(gallery),
  photo_ids: photos.map(idOf),
});
