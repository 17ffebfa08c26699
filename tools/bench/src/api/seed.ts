import type { DataSource } from 'typeorm';

/** Size of a database. */
export interface Size {
  photos: number;
  comments: number;
}

export const SMALL: Size = { photos: 200, comments: 2_000 };
export const LARGE: Size = { photos: 10_000, comments: 100_000 };

/** Content that is equal in both databases, so that responses have the same size. */
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
  found: 20,
} as const;

/** Galleries; every tenth is hidden. */
const GALLERIES = 50;
const NEWS = 20;

/** Fills an empty database: 50 galleries, one photo in fifty failed, one comment in twenty pending. */
export async function seed(database: DataSource, { photos, comments }: Size): Promise<void> {
  const first = MEASURED.photoId - MEASURED.photos;
  const statements = [
    `insert into photos (title, description, alt_text, is_for_sale, selling_price, status, original_key, original_bytes,
       content_hash, width, height, placeholder, version, renditions)
     select case when i > ${first} and i <= ${first + MEASURED.found} then 'The ${MEASURED.word} ' else 'Photo ' end || i,
       repeat('At low tide, before the harbour wakes. ', 1 + i % 5), 'Boats at the quay, seen from above',
       i % 10 = 0, case when i % 10 = 0 then 25 end, case when i % 50 = 7 then 'failed' else 'ready' end,
       'originals/' || i, 8000000, md5(i::text), 4000, 2667, 'HPgVJYRoh3h/h3h1eEeHh1dwcgZH', md5('version' || i),
       (select jsonb_agg(jsonb_build_object('format', format, 'width', width, 'height', width * 2 / 3, 'bytes', width * 97))
        from unnest(array['avif', 'webp', 'jpeg']) format, unnest(array[320, 640, 1080, 1600, 2400]) width)
         || '[{"format": "jpeg", "width": 1200, "height": 800, "bytes": 120000}]'
     from generate_series(1, ${photos}) i`,
    `insert into galleries (title, slug, description, is_active)
     select 'Gallery ' || i, case when i = ${MEASURED.galleryId} then '${MEASURED.slug}' else 'gallery-' || i end,
       'What the light does to the coast in a year.', i % 10 <> 0 from generate_series(1, ${GALLERIES}) i`,
    `insert into gallery_photos (gallery_id, photo_id, position)
     select 2 + i % ${GALLERIES - 1}, i, i from generate_series(1, ${photos}) i
     union all select ${MEASURED.galleryId}, ${first} + i, i from generate_series(1, ${MEASURED.photos}) i`,
    `insert into comments (photo_id, author_name, author_email, content, is_approved)
     select 1 + i * 7919 % ${photos}, 'Ruth', 'ruth@example.com', repeat('Lovely. ', 1 + i % 20), i % 20 <> 0
     from generate_series(1, ${comments}) i`,
    `delete from comments where photo_id = ${MEASURED.photoId}`,
    `insert into comments (photo_id, author_name, author_email, content, is_approved)
     select ${MEASURED.photoId}, 'Ruth', 'ruth@example.com', repeat('Lovely. ', 1 + i % 20), true
     from generate_series(1, ${MEASURED.comments}) i`,
    `insert into news_items (headline, content, link)
     select 'News ' || i, repeat('Open studio at the harbour. ', 10), 'https://example.com/' || i
     from generate_series(1, ${NEWS}) i`,
    `insert into settings (name, value) values ('artist_name', 'Ruth Marlow'), ('dark_theme', 'true')`,
    'vacuum analyze',
  ];
  for (const statement of statements) await database.query(statement);
}
