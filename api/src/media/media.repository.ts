import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { PUBLIC, type Rendition } from '@portfolio/database';
import { Batcher } from '@portfolio/lifecycle';
import { DataSource } from 'typeorm';
import { ContentVersion } from '../backend/content-version.ts';
import { VersionedCache } from '../http/cache/versioned-cache.ts';
import type { MediaKind } from './media-kind.ts';

/** Where pictures of each kind are, when visitors see one, and what it is called. */
const PICTURES = {
  photo: {
    table: 'photos',
    isPublic: PUBLIC.photo('picture'),
    isUnlisted: `picture.visibility = 'unlisted'`,
    title: 'picture.title',
  },
  // One that was removed or replaced is gone at once.
  background: {
    table: 'background_images',
    isPublic: `(picture.status = 'ready' and not exists (
      select 1 from background_images newer where newer.status = 'ready' and newer.id > picture.id))`,
    isUnlisted: 'false',
    title: `'background'`,
  },
} as const satisfies Record<MediaKind['name'], object>;

/** Which rendition is asked for. */
interface WantedRendition extends Pick<Rendition, 'width' | 'format'> {
  id: number;
}

/** The version that a rendition of a picture has today, whether visitors may see it, and whether search engines may not. */
export interface FoundRendition {
  version: string;
  isPublic: boolean;
  isUnlisted: boolean;
}

/** Bytes of what is known of renditions, and of one of them in maps and in the heap, about. */
const ROOM = 4 * 1024 * 1024;
const ROOM_FOR_ONE = 400;

@Injectable()
export class MediaRepository {
  private readonly known = new VersionedCache<FoundRendition>(ROOM, () => ROOM_FOR_ONE);
  private readonly looks: Record<MediaKind['name'], Batcher<WantedRendition, FoundRendition | undefined>> = {
    photo: new Batcher((wanted) => this.findRenditions('photo', wanted)),
    background: new Batcher((wanted) => this.findRenditions('background', wanted)),
  };

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly content: ContentVersion,
  ) {}

  /**
   * Whether nothing has changed since one was found, or else where it is now: asked with all others who ask at the same
   * moment, by a query that begins after this was called. What has been unpublished before is not found public.
   *
   * @returns undefined where there is no such rendition
   */
  async findRendition({ name }: MediaKind, wanted: WantedRendition): Promise<FoundRendition | undefined> {
    const mark = await this.content.now();
    const asked = `${name} ${wanted.id} ${wanted.width} ${wanted.format}`;
    const known = mark === undefined ? undefined : this.known.get(asked, mark);
    if (known) return known;
    const found = await this.looks[name].load(wanted);
    // The mark says nothing of what visitors do not see.
    if (found?.isPublic && mark !== undefined) this.known.set(asked, mark, found);
    return found;
  }

  private async findRenditions(
    name: MediaKind['name'],
    wanted: WantedRendition[],
  ): Promise<(FoundRendition | undefined)[]> {
    const { table, isPublic, isUnlisted } = PICTURES[name];
    const rows = await this.database.query<(FoundRendition & { place: number })[]>(
      `select wanted.place::int, picture.version, ${isPublic} as "isPublic", ${isUnlisted} as "isUnlisted"
       from unnest($1::int[], $2::jsonb[]) with ordinality as wanted(id, rendition, place)
       join ${table} picture on picture.id = wanted.id
       where picture.version is not null and picture.renditions @> wanted.rendition`,
      [wanted.map(({ id }) => id), wanted.map(({ width, format }) => JSON.stringify([{ width, format }]))],
    );
    const found = new Array<FoundRendition | undefined>(wanted.length);
    for (const { place, ...row } of rows) found[place - 1] = row;
    return found;
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
