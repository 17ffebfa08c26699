import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Granted, PUBLIC, type Rendition } from '@portfolio/database';
import { Batcher } from '@portfolio/lifecycle';
import { DataSource } from 'typeorm';
import { ContentVersion } from '../backend/content-version.ts';
import { VersionedCache } from '../http/cache/versioned-cache.ts';
import type { MediaKind } from './media-address.ts';

/** Table, visibility conditions and title of each kind, in SQL. */
const PICTURES = {
  photo: {
    table: 'photos',
    isPublic: PUBLIC.photo('picture'),
    isUnlisted: `not exists (
      select 1 from photo_listings listing where listing.photo_id = picture.id and ${PUBLIC.listing('listing')})`,
    title: 'picture.title',
  },
  // Only the newest ready image is public.
  background: {
    table: 'background_images',
    isPublic: `(picture.status = 'ready' and not exists (
      select 1 from background_images newer where newer.status = 'ready' and newer.id > picture.id))`,
    isUnlisted: 'false',
    title: `'background'`,
  },
} as const satisfies Record<MediaKind['name'], object>;

interface RenditionQuery extends Pick<Rendition, 'width' | 'format'> {
  id: number;
}

/** Current version and visibility of a rendition's picture. */
export interface FoundRendition {
  version: string;
  /** The nearest to the wanted one. */
  width: number;
  isPublic: boolean;
  isUnlisted: boolean;
  /** The site refuses AI crawlers. */
  refusesAi: boolean;
}

/** Size limit of the cache, and approximate size of an entry. */
const MAX_BYTES = 4 * 1024 * 1024;
const ENTRY_BYTES = 400;

@Injectable()
export class MediaRepository {
  private readonly cache = new VersionedCache<FoundRendition>(MAX_BYTES, () => ENTRY_BYTES);
  private readonly batchers: Record<MediaKind['name'], Batcher<RenditionQuery, FoundRendition | undefined>> = {
    photo: new Batcher((queries) => this.findRenditions('photo', queries)),
    background: new Batcher((queries) => this.findRenditions('background', queries)),
  };

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly content: ContentVersion,
  ) {}

  /**
   * Finds the rendition of the nearest width, in the cache of the current content version, or in the database by a batched
   * query. A picture that was unpublished before the call is never found public.
   *
   * @returns undefined where the picture has none of this format
   */
  async findRendition({ name }: MediaKind, query: RenditionQuery): Promise<FoundRendition | undefined> {
    const version = await this.content.now();
    const key = `${name} ${query.id} ${query.width} ${query.format}`;
    const cached = version === undefined ? undefined : this.cache.get(key, version);
    if (cached) return cached;
    const found = await this.batchers[name].load(query);
    // The content version covers only what visitors see. Widths that do not exist are unlimited.
    if (found?.isPublic && found.width === query.width && version !== undefined) this.cache.set(key, version, found);
    return found;
  }

  private async findRenditions(
    name: MediaKind['name'],
    queries: RenditionQuery[],
  ): Promise<(FoundRendition | undefined)[]> {
    const { table, isPublic, isUnlisted } = PICTURES[name];
    const rows = await this.database.query<(FoundRendition & { position: number })[]>(
      `select query.position::int, picture.version, nearest.width, ${isPublic} as "isPublic", ${isUnlisted} as "isUnlisted",
         exists (select from settings where name = 'refuse_ai_crawlers' and value = 'true') as "refusesAi"
       from unnest($1::int[], $2::int[], $3::text[]) with ordinality as query(id, width, format, position)
       join ${table} picture on picture.id = query.id
       cross join lateral (
         select made.width from jsonb_to_recordset(picture.renditions) as made(width int, format text)
         where made.format = query.format order by abs(made.width - query.width) limit 1
       ) nearest
       where picture.version is not null`,
      [queries.map(({ id }) => id), queries.map(({ width }) => width), queries.map(({ format }) => format)],
    );
    const found = new Array<FoundRendition | undefined>(queries.length);
    for (const { position, ...row } of rows) found[position - 1] = row;
    return found;
  }

  /** Whether a visitor who has opened the granted galleries may see the photo. */
  async isPhotoGranted(id: number, granted: Granted): Promise<boolean> {
    const [row] = await this.database.query<unknown[]>(
      `select 1 from photos picture where id = $1 and ${PUBLIC.photo('picture', granted)}`,
      [id],
    );
    return row !== undefined;
  }

  async findOriginal({ name }: MediaKind, id: number) {
    const { table, title } = PICTURES[name];
    const [found] = await this.database.query<{ title: string; key: string; hash: string }[]>(
      `select ${title} as title, original_key as key, content_hash as hash from ${table} picture where id = $1`,
      [id],
    );
    return found;
  }
}
