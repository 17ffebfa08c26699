import { Injectable } from '@nestjs/common';
import { LIMITS, type PageQuery, type SelectTrashed, type TrashView } from '@portfolio/contracts';
import { type RemovedPicture, TRASH_KINDS, TRASHED_FOR_MS, type TrashedIds } from '@portfolio/database';
import { JobDispatcher } from '../backend/job-dispatcher.ts';
import { AppError } from '../http/app-error.ts';
import { cutPage, readSortedPage } from '../http/cursor.ts';
import { MediaAddress } from '../media/media-address.ts';
import { UploadsService } from '../media/uploads.service.ts';
import { shownJpegs } from '../photos/photo.view.ts';
import { TrashRepository } from './trash.repository.ts';

/** The end of the year 9999 in milliseconds since 1970. */
const LAST_TIME = Date.UTC(10_000, 0) - 1;

@Injectable()
export class TrashService {
  constructor(
    private readonly trash: TrashRepository,
    private readonly address: MediaAddress,
    private readonly jobs: JobDispatcher,
    private readonly uploads: UploadsService,
  ) {}

  async list(query: PageQuery): Promise<TrashView> {
    const { after, limit } = readSortedPage('trash', ['number', 'string', 'number'], query);
    const [time, kind, id] = (after ?? [LAST_TIME, '', 0]) as [number, string, number];
    // A cursor may be made up.
    const deletedAt = new Date(Math.min(Math.max(time, 0), LAST_TIME));
    const { rows, total, photos } = await this.trash.list({ deletedAt, kind, id }, limit);
    const { page, next_cursor } = cutPage('trash', rows, limit, (row) => [row.deletedAt.getTime(), row.kind, row.id]);
    const thumbnailOf = (photoId: number) => {
      const photo = photos.find((each) => each.id === photoId);
      const small = photo && shownJpegs(photo).smallThumbnail;
      return small ? this.address.of(photo, small, { isPublic: false }) : null;
    };
    return {
      items: page.map((row) => ({
        kind: row.kind,
        id: row.id,
        title: row.title,
        text: row.text,
        thumbnail_url: row.kind === 'photo' ? thumbnailOf(row.id) : null,
        deleted_at: row.deletedAt.toISOString(),
        purged_at: new Date(row.deletedAt.getTime() + TRASHED_FOR_MS).toISOString(),
      })),
      next_cursor,
      total,
    };
  }

  restore(selected: SelectTrashed): Promise<number> {
    return this.trash.restore(idsOf(selected));
  }

  async remove(selected: SelectTrashed): Promise<number> {
    const ids = idsOf(selected);
    let count = 0;
    for (const kind of TRASH_KINDS) count += await this.discarded(await this.trash.remove(kind, ids[kind] ?? []));
    return count;
  }

  async empty(): Promise<{ count: number; left: number }> {
    let count = 0;
    for (const kind of TRASH_KINDS) count += await this.discarded(await this.trash.remove(kind));
    return { count, left: await this.trash.count() };
  }

  /** Removes the files of deleted photos. @returns the number of deleted rows */
  private async discarded({ count, photos }: { count: number; photos: RemovedPicture[] }): Promise<number> {
    // Concurrent, since each enqueue waits for its timeout when the queue is down.
    const areEnqueued = await Promise.all(
      photos.map(({ id, originalKey }) => this.jobs.enqueue('photo.discard', { photoId: id, originalKey })),
    );
    const left = photos.filter((_, index) => !areEnqueued[index]);
    await this.uploads.trash(left.map(({ originalKey }) => originalKey));
    return count;
  }
}

function idsOf({ photo_ids, gallery_ids, comment_ids, message_ids, news_ids }: SelectTrashed): TrashedIds {
  const lists = [photo_ids, gallery_ids, comment_ids, message_ids, news_ids].map((ids) => ids ?? []);
  const count = lists.flat().length;
  if (count === 0) throw AppError.at('photo_ids', 'request.invalid', 'Please select at least one item');
  if (count > LIMITS.batch) {
    throw AppError.at('photo_ids', 'request.invalid', `At most ${LIMITS.batch} can be selected at once`);
  }
  const [photo = [], gallery = [], comment = [], message = [], news = []] = lists;
  return { photo, gallery, comment, message, news };
}
