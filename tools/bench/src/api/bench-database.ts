import { join } from 'node:path';
import { launchProcess } from '@portfolio/lifecycle/supervisor';
import { runAll } from '@portfolio/testing';
import { ROOT } from '@portfolio/testing/repository';

export interface Size {
  photos: number;
  galleries: number;
  comments: number;
  messages: number;
  news: number;
}

export const SMALL: Size = { photos: 200, galleries: 50, comments: 2_000, messages: 50, news: 20 };
export const API_LARGE: Size = { ...SMALL, photos: 10_000, comments: 100_000 };
/** Bench `scale` compares it with `SMALL`. */
export const SCALE_LARGE: Size = {
  photos: 100_000,
  galleries: 1_000,
  comments: 1_000_000,
  messages: 5_000,
  news: 2_000,
};

/** Content that is equal at every size, so that responses have the same length. */
export const MEASURED = {
  galleryId: 1,
  slug: 'measured',
  /** Photos of that gallery; the last one is `photoId`. */
  photos: 40,
  photoId: 100,
  /** Approved comments on that photo. */
  comments: 50,
  /** Word in the titles of `found` photos. */
  word: 'lighthouse',
  /** Part of that word with two characters, in no other text of a photo. */
  letters: 'gh',
  found: 20,
  /** Tag of the photos of that gallery. */
  tag: 'quay',
} as const;

/** Tags of the other photos, one each. */
const TAGS = 20;

/**
 * Statements that fill an empty database. Besides the measured ones, of eight photos one failed, one is unlisted, one in
 * no gallery and one for sale. One gallery in ten is hidden, one comment in twenty pending.
 */
export function seedStatements({ photos, galleries, comments, messages, news }: Size): string[] {
  const before = MEASURED.photoId - MEASURED.photos;
  const isMeasured = `i > ${before} and i <= ${MEASURED.photoId}`;
  /** SQL condition: one of eight photos, except for the measured ones. */
  const hasRemainder = (remainder: number) => `i % 8 = ${remainder} and not (${isMeasured})`;
  return [
    `insert into photos (title, description, alt_text, is_for_sale, selling_price, status, original_key, original_bytes,
       content_hash, width, height, placeholder, version, visibility, file_name, captured_at, keywords, renditions)
     select case when i > ${before} and i <= ${before + MEASURED.found} then 'The ${MEASURED.word} ' else 'Photo ' end || i,
       repeat('At low tide, before the harbour wakes. ', 1 + i % 5), 'Boats at the quay, seen from above',
       ${hasRemainder(0)}, case when ${hasRemainder(0)} then 25 end,
       case when ${hasRemainder(7)} then 'failed' else 'ready' end,
       'originals/' || i, 8000000, md5(i::text), 4000, 2667, 'HPgVJYRoh3h/h3h1eEeHh1dwcgZH', md5('version' || i),
       case when ${hasRemainder(1)} then 'unlisted' else 'public' end, 'IMG_' || i || '.jpg',
       case when i % 2 = 0 then to_char(timestamp '2026-01-01' - i * interval '7 minutes', 'YYYY-MM-DD"T"HH24:MI:SS.MS') end,
       array[case when ${isMeasured} then '${MEASURED.tag}' else 'Tag ' || i % ${TAGS} end],
       (select jsonb_agg(jsonb_build_object('format', format, 'width', width, 'height', width * 2 / 3, 'bytes', width * 97))
        from unnest(array['avif', 'webp', 'jpeg']) format, unnest(array[320, 640, 1080, 1600, 2400]) width)
         || '[{"format": "jpeg", "width": 1200, "height": 800, "bytes": 120000}]'
     from generate_series(1, ${photos}) i`,
    `insert into galleries (title, slug, description, is_active)
     select 'Gallery ' || i, case when i = ${MEASURED.galleryId} then '${MEASURED.slug}' else 'gallery-' || i end,
       'What the light does to the coast in a year.', i % 10 <> 0 from generate_series(1, ${galleries}) i`,
    `insert into gallery_photos (gallery_id, photo_id, position)
     select 2 + i % ${galleries - 1}, i, i from generate_series(1, ${photos}) i where not (${hasRemainder(3)})
     union all select ${MEASURED.galleryId}, ${before} + i, i from generate_series(1, ${MEASURED.photos}) i`,
    `insert into comments (photo_id, author_name, author_email, content, is_approved)
     select 1 + i::bigint * 7919 % ${photos}, 'Ruth', 'ruth@example.com', repeat('Lovely. ', 1 + i % 20), i % 20 <> 0
     from generate_series(1, ${comments}) i`,
    `delete from comments where photo_id = ${MEASURED.photoId}`,
    `insert into comments (photo_id, author_name, author_email, content, is_approved)
     select ${MEASURED.photoId}, 'Ruth', 'ruth@example.com', repeat('Lovely. ', 1 + i % 20), true
     from generate_series(1, ${MEASURED.comments}) i`,
    `insert into news_items (headline, content, link)
     select 'News ' || i, repeat('Open studio at the harbour. ', 10), 'https://example.com/' || i
     from generate_series(1, ${news}) i`,
    `insert into messages (name, email, subject, content, photo_id, is_read)
     select 'Ruth', 'ruth@example.com', 'A print', repeat('How much? ', 20), i, i % 2 = 0
     from generate_series(1, ${messages}) i`,
    `insert into settings (name, value) values ('artist_name', 'Ruth Marlow'), ('dark_theme', 'true'),
       ('tag_pages', 'true')`,
    'vacuum analyze',
  ];
}

/** @param folder for storage and uploads, which stay empty */
export const apiSettings = (databaseUrl: string, folder: string) => ({
  PORT: '0',
  HOST: '127.0.0.1',
  TRUST_PROXY: 'loopback',
  DATABASE_URL: databaseUrl,
  STORAGE_DIR: join(folder, 'storage'),
  UPLOAD_DIR: join(folder, 'uploads'),
  JWT_SECRET: '9e1c64f1b7a0d35c8e27f6b94a0d13587cbe2f90',
});

/** Creates, migrates and fills a database. @returns its address */
export async function createDatabase(url: string, name: string, size: Size): Promise<string> {
  const address = new URL(url);
  address.pathname = `/${name}`;
  await runAll(url, [`create database ${name}`]);
  const env = { DATABASE_URL: address.href };
  const migrate = { name: 'migrate', command: process.execPath, args: [join(ROOT, 'api/dist/migrate.js')], env };
  await launchProcess({ ...migrate, startTimeoutMs: 0 }).finished();
  await runAll(address.href, seedStatements(size));
  return address.href;
}
