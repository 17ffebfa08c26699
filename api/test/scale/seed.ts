import { isFullLevel, runAll } from '@portfolio/testing';

export const SCALE = isFullLevel
  ? { photos: 100_000, galleries: 1_000, comments: 1_000_000, messages: 20_000, news: 5_000 }
  : { photos: 4_000, galleries: 100, comments: 40_000, messages: 5_000, news: 500 };

/** Photos of the largest gallery; the others have from 2 to 200. */
export const LARGEST_GALLERY = isFullLevel ? 2_000 : 500;

/** The latest photos, all hidden: lists of visitors skip them. */
const HIDDEN = 300;

/** The largest gallery, and a public photo with a hundredth of the comments. */
export const LARGEST = { gallery: SCALE.galleries, photo: SCALE.photos - HIDDEN - 1 };

/** Photo at a position of a gallery. */
export const photoAt = (gallery: number, position: number) => 1 + ((gallery * 97 + position * 3) % SCALE.photos);

/**
 * Fills the tables of a large site: one photo in fifty is not ready, one in 25 hidden and one unlisted, one gallery in five
 * hidden, one comment in twenty pending. The latest photos are hidden; those before them have most comments.
 */
export async function seed(url: string): Promise<void> {
  const { photos, galleries, comments, messages, news } = SCALE;
  const statements = [
    `insert into photos (title, description, is_for_sale, selling_price, status, visibility, original_key, original_bytes, content_hash, width, height, placeholder, version, keywords, renditions)
     select 'Photo ' || i, repeat('At low tide. ', i % 20), i % 10 = 0, case when i % 10 = 0 then 25 end,
       (array['ready', 'processing', 'failed'])[case when i % 100 = 0 then 2 when i % 100 = 50 then 3 else 1 end],
       case when i > ${photos - HIDDEN} or i % 25 = 7 then 'hidden' when i % 25 = 8 then 'unlisted' else 'public' end,
       'originals/' || i, 8000000, md5(i::text), 1600, 1067, 'HPgVJYRoh3h/h3h1eEeHh1dwcgZH', 'abc',
       case when i % 50 = 3 then array['Harbour', 'Sea'] when i % 5 = 0 then array['Sea'] else '{}' end,
       (select jsonb_agg(jsonb_build_object('format', format, 'width', width, 'height', width * 2 / 3, 'bytes', width))
        from unnest(array['avif', 'webp', 'jpeg']) format, unnest(array[320, 640, 1080, 1600, 2400]) width)
     from generate_series(1, ${photos}) i`,
    `insert into galleries (title, slug, is_active) select 'Gallery ' || i, 'gallery-' || i, i % 5 <> 1 from generate_series(1, ${galleries}) i`,
    `insert into gallery_photos (gallery_id, photo_id, position)
     select g, 1 + (g * 97 + p * 3) % ${photos}, p
     from generate_series(1, ${galleries}) g,
       generate_series(0, case when g = ${LARGEST.gallery} then ${LARGEST_GALLERY} else 2 + 2 * (g % 100) end - 1) p`,
    `insert into comments (photo_id, author_name, author_email, content, is_approved)
     select ${photos - HIDDEN} - floor(${photos - HIDDEN} * power(i::float / ${comments + 1}, 3))::int, 'Ruth', 'ruth@example.com', repeat('Lovely. ', 1 + i % 20), i % 20 <> 0
     from generate_series(1, ${comments}) i`,
    `insert into messages (name, email, subject, content, photo_id, is_read)
     select 'Ruth', 'ruth@example.com', 'A print', repeat('How much? ', 20), case when i % 2 = 0 then i / 2 end, i % 40 <> 0
     from generate_series(1, ${messages}) i`,
    `insert into news_items (headline, content, is_active) select 'News ' || i, repeat('Open studio. ', 20), i % 3 <> 0 from generate_series(1, ${news}) i`,
    `insert into settings (name, value) values ('tag_pages', 'true')`,
    'vacuum analyze',
  ];
  await runAll(url, statements);
}
