import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { announce, isBackupRunning, lockAll, type Picture, type Rendition } from '@portfolio/database';
import { DataSource, In, IsNull, MoreThan, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { PictureKind } from './picture-kind.ts';

/** A picture whose rendering was begun, as its row was then. */
export interface StartedPicture {
  id: number;
  originalKey: string;
  contentHash: string;
  /** `processing` for its first renditions, `ready` where it gets others. */
  status: 'processing' | 'ready';
  version: string | null;
  /** The version that a refresh is to make; null for first renditions. */
  wanted: string | null;
  /** Renders begun for that and not ended, this one included. */
  unfinishedRenders: number;
}

export interface FinishedRender {
  width: number;
  height: number;
  placeholder: string;
  version: string;
  renditions: Rendition[];
}

/** A row that went because a newer picture took its place. */
export interface ReplacedPicture {
  id: number;
  originalKey: string;
}

const UNTIL_NOW = () => 'now()';

/** What a row says of renditions where there are none: those that an earlier run made are left to housekeeping. */
const NOTHING_SHOWN = { version: null, renditions: [], placeholder: null };

@Injectable()
export class PicturesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Whether the picture was being rendered when a worker died, or is being rendered elsewhere. */
  isSuspect(kind: PictureKind, id: number): Promise<boolean> {
    return this.of(kind).existsBy({ id, unfinishedRenders: MoreThan(0) });
  }

  /** Counts one more unfinished render; undefined when the picture is gone or needs no rendering. */
  beginRender(kind: PictureKind, id: number): Promise<StartedPicture | undefined> {
    return this.begin(kind, { id, status: 'processing' }, null);
  }

  /** The same for a picture that is ready and is to have the wanted renditions in place of those of this version. */
  beginRefresh(kind: PictureKind, id: number, version: string, wanted: string): Promise<StartedPicture | undefined> {
    return this.begin(kind, { id, status: 'ready', version }, wanted);
  }

  /**
   * Runs an action that may fail for a reason outside of the picture, such as a storage that is away. Where it does, the
   * render counts as never begun.
   */
  async withRollback<T>(kind: PictureKind, begun: StartedPicture, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      await this.takeBack(kind, begun).catch(() => undefined);
      throw error;
    }
  }

  /** Takes back the count of a render that ended without a result. */
  async takeBack(kind: PictureKind, begun: StartedPicture): Promise<void> {
    await this.of(kind).update(
      { ...asBegun(begun), unfinishedVersion: begun.wanted ?? IsNull() },
      {
        unfinishedRenders: () => 'greatest(unfinished_renders - 1, 0)',
        updatedAt: UNTIL_NOW,
      },
    );
  }

  /**
   * Has the administrator see what there is of a picture that is still processed, and tells so. For visitors nothing
   * changes by that, and for other runs neither: the version is that of the last one that has got as far.
   *
   * @param percent how far the render is
   */
  async showFirst(kind: PictureKind, { id }: StartedPicture, first: FinishedRender, percent: number): Promise<void> {
    await this.dataSource.transaction(async (transaction) => {
      const { affected } = await this.of(kind, transaction).update({ id, status: 'processing' }, { ...first });
      const event = kind.progress?.(id, percent);
      if (affected === 1 && event) await announce(transaction, event);
    });
  }

  /**
   * Shows the renditions from now on. Older pictures of a kind that replaces them go at the same moment.
   *
   * @returns those that went; undefined when the picture is gone, or another run came first
   */
  finish(kind: PictureKind, begun: StartedPicture, render: FinishedRender): Promise<ReplacedPicture[] | undefined> {
    return this.dataSource.transaction(async (transaction) => {
      const all = kind.replacesOlder ? await lockAll(transaction, kind.entity) : [];
      const { affected } = await this.of(kind, transaction).update(asBegun(begun), {
        ...render,
        status: 'ready',
        failure: null,
        unfinishedRenders: 0,
        updatedAt: UNTIL_NOW,
      });
      if (affected !== 1) return undefined;
      if (begun.status === 'ready') return [];
      await announce(transaction, kind.ended(begun.id, 'ready'));
      const older = all.filter((id) => id < begun.id);
      return older.length > 0 ? this.remove(kind, older, transaction) : [];
    });
  }

  /**
   * Gives a picture up that is not ready; nothing that was made of it is shown any more.
   *
   * @param failure the reason, for the artist
   */
  async fail(kind: PictureKind, id: number, failure: string): Promise<void> {
    await this.dataSource.transaction(async (transaction) => {
      const { affected } = await this.of(kind, transaction).update(
        { id, status: 'processing' },
        { status: 'failed', failure, unfinishedRenders: 0, updatedAt: UNTIL_NOW, ...NOTHING_SHOWN },
      );
      if (affected === 1) await announce(transaction, kind.ended(id, 'failed'));
    });
  }

  /** Tells whoever waits for the picture; nobody is worse off where that fails. */
  async tellProgress(kind: PictureKind, id: number, percent: number): Promise<void> {
    const event = kind.progress?.(id, percent);
    if (event) await announce(this.dataSource, event).catch(() => undefined);
  }

  /** Whether a backup may still read the original of a picture that has been deleted. */
  isBackupRunning(): Promise<boolean> {
    return isBackupRunning(this.dataSource);
  }

  exists(kind: PictureKind, id: number): Promise<boolean> {
    return this.of(kind).existsBy({ id });
  }

  /** What is shown of a picture that is ready. */
  async findShown(kind: PictureKind, id: number): Promise<{ contentHash: string; version: string } | undefined> {
    const picture = await this.of(kind).findOne({
      select: { id: true, contentHash: true, version: true },
      where: { id, status: 'ready' },
    });
    return picture?.version ? { contentHash: picture.contentHash, version: picture.version } : undefined;
  }

  /** The whole row of a picture that is ready. */
  async findReady(kind: PictureKind, id: number): Promise<Picture | undefined> {
    return (await this.of(kind).findOneBy({ id, status: 'ready' })) ?? undefined;
  }

  /**
   * Runs the action, which removes the files of a version, unless the picture shows it or is being rendered. Neither can
   * begin before the action ends.
   */
  whileUnused(kind: PictureKind, id: number, version: string, action: () => Promise<void>): Promise<boolean> {
    return this.dataSource.transaction(async (transaction) => {
      const picture = await this.of(kind, transaction).findOne({
        select: { id: true, version: true, status: true, unfinishedRenders: true },
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      const isUsed = picture && (picture.version === version || picture.status === 'processing');
      if (isUsed || (picture && picture.unfinishedRenders > 0)) return false;
      await action();
      return true;
    });
  }

  private async begin(
    kind: PictureKind,
    where: FindOptionsWhere<Picture>,
    wanted: string | null,
  ): Promise<StartedPicture | undefined> {
    const { raw } = await this.of(kind)
      .createQueryBuilder()
      .update()
      .set({
        unfinishedRenders: () =>
          'case when unfinished_version is not distinct from :wanted then unfinished_renders + 1 else 1 end',
        unfinishedVersion: wanted,
        updatedAt: UNTIL_NOW,
      })
      .setParameter('wanted', wanted)
      .where(where)
      .returning('id, original_key, content_hash, status, version, unfinished_renders')
      .execute();
    const [row] = raw as BegunRow[];
    return (
      row && {
        id: row.id,
        originalKey: row.original_key,
        contentHash: row.content_hash,
        status: row.status,
        version: row.version,
        wanted,
        unfinishedRenders: row.unfinished_renders,
      }
    );
  }

  private async remove(kind: PictureKind, ids: number[], transaction: EntityManager): Promise<ReplacedPicture[]> {
    const { raw } = await this.of(kind, transaction)
      .createQueryBuilder()
      .delete()
      .where({ id: In(ids) })
      .returning('id, original_key')
      .execute();
    return (raw as Pick<BegunRow, 'id' | 'original_key'>[]).map((row) => ({
      id: row.id,
      originalKey: row.original_key,
    }));
  }

  private of(kind: PictureKind, manager: EntityManager = this.dataSource.manager) {
    return manager.getRepository<Picture>(kind.entity);
  }
}

interface BegunRow {
  id: number;
  original_key: string;
  content_hash: string;
  status: 'processing' | 'ready';
  version: string | null;
  unfinished_renders: number;
}

/** The row, unless another run changed it since: a refresh that comes late must not undo a newer one. */
const asBegun = ({ id, status, version }: StartedPicture): FindOptionsWhere<Picture> =>
  status === 'ready' && version !== null ? { id, status, version } : { id, status };
