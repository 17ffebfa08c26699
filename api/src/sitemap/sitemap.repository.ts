import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type SitemapRangeView } from '@portfolio/contracts';
import { PUBLIC } from '@portfolio/database';
import { DataSource } from 'typeorm';

/** The largest JPEG of a photo. */
export interface SitemapPicture {
  /** Id of the photo; null for a gallery without a listed photo. */
  id: number | null;
  version: string | null;
  /** Null without renditions. */
  width: number | null;
}

const { sitemapPart: SIZE } = LIMITS;

/** Number of the part that has the id. */
const partOf = (id: string) => `(${id} - 1) / ${SIZE} + 1`;

/** Whether the part in the first parameter has the id. Bigint, since the last part ends beyond all ids. */
const isInPart = (id: string) => `${id} > ($1::bigint - 1) * ${SIZE} and ${id} <= $1::bigint * ${SIZE}`;

/** Width of the largest JPEG, as SQL on the alias of a photo. */
const LARGEST_JPEG = `(
  select max((rendition ->> 'width')::int) from jsonb_array_elements(photo.renditions) rendition
  where rendition ->> 'format' = 'jpeg')`;

/**
 * Public galleries and photos in parts of consecutive ids. A part costs one scan of its ids, and a change in one part
 * leaves the others as they are.
 */
@Injectable()
export class SitemapRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  listParts(): Promise<SitemapRangeView[]> {
    return this.database.query(
      `select part, sum(entries)::int as entries from (
         select ${partOf('listing.photo_id')} as part, count(*) as entries from photo_listings listing
           where ${PUBLIC.listing('listing')} group by 1
         union all
         select ${partOf('gallery.id')}, count(*) from galleries gallery
           where ${PUBLIC.gallery('gallery')} group by 1) counted
       group by part order by part`,
    );
  }

  /** Both ids have a condition, since PostgreSQL derives no range of one from the other's. */
  photosOf(part: number): Promise<(SitemapPicture & { id: number })[]> {
    return this.database.query(
      `select photo.id, photo.version, ${LARGEST_JPEG} as width
       from photo_listings listing join photos photo on photo.id = listing.photo_id
       where ${isInPart('listing.photo_id')} and ${isInPart('photo.id')} and ${PUBLIC.listing('listing')}
       order by photo.id desc`,
      [part],
    );
  }

  /** Galleries with their first listed photo, which may differ from the chosen cover. */
  galleriesOf(part: number): Promise<(SitemapPicture & { slug: string })[]> {
    return this.database.query(
      `select gallery.slug, first.id, first.version, first.width from galleries gallery
       left join lateral (
         select photo.id, photo.version, ${LARGEST_JPEG} as width
         from gallery_photos entry join photos photo on photo.id = entry.photo_id
         join photo_listings listing on listing.photo_id = entry.photo_id and ${PUBLIC.listing('listing')}
         where entry.gallery_id = gallery.id
         order by entry.position limit 1) first on true
       where ${isInPart('gallery.id')} and ${PUBLIC.gallery('gallery')}
       order by gallery.id desc`,
      [part],
    );
  }
}
