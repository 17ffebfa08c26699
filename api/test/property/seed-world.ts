import type { Rendition } from '@portfolio/database';
import { PHOTO_KEYS } from '@portfolio/storage';
import type { TestApi } from '../start-test-api.ts';
import { contentHashOf, MOST_PHOTOS, slugOf, titleOfGallery, type World } from './world.ts';

/** Every photo and background has one rendition. */
export const RENDITION: Rendition = { format: 'jpeg', width: 640, height: 427, bytes: 7 };

/** The version contains the id, so that an address identifies its row. */
export const versionOfPhoto = ({ id }: { id: number }) => `f0${id}`;
export const versionOfBackground = ({ id }: { id: number }) => `ba${id}`;

/** Columns `publish_at` and `unpublish_at` of a schedule. */
const PUBLISHED = `
  case schedule when 'started' then now() - interval '1 day' when 'soon' then now() + interval '1 day' end,
  case schedule when 'ended' then now() - interval '1 day' end`;
const TABLES = ['photos', 'galleries', 'comments', 'news_items', 'background_images', 'messages'];

/** Writes the files of all possible photos; the rows decide which are served. */
export async function writeFiles({ storage }: TestApi): Promise<void> {
  for (let id = 1; id <= MOST_PHOTOS; id += 1) {
    await storage.write(
      PHOTO_KEYS.rendition(id, versionOfPhoto({ id }), RENDITION.width, RENDITION.format),
      Buffer.from('picture'),
    );
  }
}

/** Secret of each gallery, to which the guest's cookie is bound. */
export const PASSWORD_HASH = 'hash';

/** Replaces the content of the database, in three statements. The title of a photo is its tag. */
export async function seedWorld({ database }: TestApi, world: World): Promise<void> {
  await database.query(TABLES.map((table) => `delete from ${table}`).join(';'));
  await database.query(
    `with world as (select $1::jsonb as rows),
     photos_ as (
       insert into photos (id, title, description, status, visibility, is_for_sale, original_key, original_bytes, content_hash, width, height, version, renditions, keywords)
       select id, title, description, status, visibility, "isForSale", 'originals/' || id, 1, "contentHash", 640, 427, version, renditions, array[title]
       from world, jsonb_to_recordset(rows->'photos') as photo (id int, title text, description text, status text, visibility text, "isForSale" boolean, "contentHash" text, version text, renditions jsonb)),
     galleries_ as (
       insert into galleries (id, title, slug, visibility, password_hash, publish_at, unpublish_at)
       select id, title, slug, visibility, '${PASSWORD_HASH}',
         ${PUBLISHED}
       from world, jsonb_to_recordset(rows->'galleries') as gallery (id int, title text, slug text, visibility text, schedule text)),
     entries_ as (
       insert into gallery_photos (gallery_id, photo_id, position)
       select "galleryId", "photoId", position from world, jsonb_to_recordset(rows->'entries') as entry ("galleryId" int, "photoId" int, position int)),
     comments_ as (
       insert into comments (id, photo_id, author_name, author_email, content, is_approved)
       select id, "photoId", 'Ruth', 'ruth@example.com', 'Lovely', "isApproved" from world, jsonb_to_recordset(rows->'comments') as comment (id int, "photoId" int, "isApproved" boolean)),
     backgrounds_ as (
       insert into background_images (id, status, original_key, original_bytes, content_hash, width, height, version, renditions)
       select id, status, 'backgrounds/' || id, 1, 'x', 640, 427, version, renditions
       from world, jsonb_to_recordset(rows->'backgrounds') as background (id int, status text, version text, renditions jsonb))
     insert into news_items (id, headline, content, photo_id, publish_at, unpublish_at, is_active)
     select id, case text when 'headline' then 'News ' || id end, case text when 'content' then 'News' end, "photoId", ${PUBLISHED}, "isActive"
     from world, jsonb_to_recordset(rows->'news') as item (id int, "isActive" boolean, schedule text, text text, "photoId" int)`,
    [JSON.stringify(rowsOf(world))],
  );
  await database.query(
    `select ${TABLES.map((table) => `setval('${table}_id_seq', coalesce((select max(id) from ${table}), 0) + 1, false)`).join(', ')}`,
  );
}

function rowsOf(world: World) {
  const files = (version: string, hasFiles: boolean) =>
    hasFiles ? { version, renditions: [RENDITION] } : { version: null, renditions: [] };
  return {
    ...world,
    photos: world.photos.map((photo) => ({
      ...photo,
      contentHash: contentHashOf(photo),
      ...files(versionOfPhoto(photo), photo.hasFiles),
    })),
    galleries: world.galleries.map((gallery) => ({
      ...gallery,
      title: titleOfGallery(gallery),
      slug: slugOf(gallery),
    })),
    entries: world.galleries.flatMap(({ id, entries }) => entries.map((entry) => ({ galleryId: id, ...entry }))),
    backgrounds: world.backgrounds.map((background) => ({
      ...background,
      ...files(versionOfBackground(background), background.status === 'ready'),
    })),
  };
}
