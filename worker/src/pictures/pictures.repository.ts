import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  focalPoint,
  pictureRights,
  RENDITION_SETTINGS,
  settingValues,
  type SettingName,
  type SiteEvent,
} from '@portfolio/contracts';
import {
  publishEvent,
  isBackupRunning,
  lockAll,
  Setting,
  type FocalPoint,
  type Picture,
  type RemovedPicture,
  type Rendition,
} from '@portfolio/database';
import {
  DataSource,
  In,
  IsNull,
  LessThan,
  MoreThan,
  type EntityManager,
  type FindOptionsWhere,
  type QueryDeepPartialEntity,
} from 'typeorm';
import type { PictureKind } from './picture-kind.ts';
import type { RenditionSettings } from './recipe.ts';

/** A picture at the start of its render. */
export interface StartedPicture extends Partial<FocalPoint> {
  id: number;
  originalKey: string;
  contentHash: string;
  /** `processing` for a first render, `ready` for a refresh. */
  status: 'processing' | 'ready';
  version: string | null;
  /** The version that a refresh makes; null for a first render. */
  target: string | null;
  /** Renders for `target` that neither finished nor were rolled back, including this one. */
  unfinishedRenders: number;
}

export interface FinishedRender {
  width: number;
  height: number;
  placeholder: string;
  version: string;
  renditions: Rendition[];
}

/** Unfinished renders after which the picture itself counts as the cause. */
export const MAX_UNFINISHED = 3;

const NOW = () => 'now()';

const STARTED_COLUMNS =
  'id, original_key as "originalKey", content_hash as "contentHash", status, version, unfinished_renders as "unfinishedRenders"';

const FOCUS_COLUMNS = 'focus_x as "focusX", focus_y as "focusY"';

/** Columns of a picture without renditions. Files of an earlier render are left to housekeeping. */
const NO_RENDITIONS = { version: null, renditions: [], placeholder: null };

@Injectable()
export class PicturesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The settings of new renditions, with the focal point of the background image. */
  async renditionSettings(
    { largest }: PictureKind,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<RenditionSettings> {
    const rows = await manager.findBy(Setting, { name: In([...RENDITION_SETTINGS]) });
    const settings = settingValues(new Map(rows.map(({ name, value }) => [name, value])));
    const { focus_x: focusX, focus_y: focusY } = focalPoint(settings.background_focus);
    const limit = Math.min(largest, Number(settings.largest_public_size));
    return { rights: pictureRights(settings), largest: limit, focusX, focusY };
  }

  /** Whether the picture, once it is ready, replaces a shown one and its focal point. */
  async replacesShown(kind: PictureKind, { id, status }: StartedPicture): Promise<boolean> {
    if (!kind.replacesOlder || status === 'ready') return false;
    return this.of(kind).exists({ where: { id: LessThan(id), status: 'ready' } });
  }

  /** Whether a render of the picture is running, crashed its worker or failed unexpectedly. */
  hasUnfinishedRender(kind: PictureKind, id: number): Promise<boolean> {
    return this.of(kind).exists({ where: { id, unfinishedRenders: MoreThan(0) }, withDeleted: true });
  }

  /**
   * Starts a first render, and counts it as unfinished. Pictures in the trash are rendered too.
   *
   * @returns undefined where the picture has no row, or is not `processing`
   */
  startRender(kind: PictureKind, id: number): Promise<StartedPicture | undefined> {
    return this.start(kind, { id, status: 'processing' }, null);
  }

  /** Starts a refresh of a ready picture, from the renditions of `version` to those of `target`; counts like `startRender`. */
  startRefresh(kind: PictureKind, id: number, version: string, target: string): Promise<StartedPicture | undefined> {
    return this.start(kind, { id, status: 'ready', version }, target);
  }

  /** Takes one unfinished render off the count: that of a refresh also where the image was replaced since. */
  async rollBack(kind: PictureKind, started: StartedPicture): Promise<void> {
    const { id, target } = started;
    const where = target === null ? whereUnchanged(started) : { id, unfinishedVersion: target };
    const unfinishedRenders = () => 'greatest(unfinished_renders - 1, 0)';
    await this.of(kind).update(where, { unfinishedRenders, updatedAt: NOW });
  }

  /**
   * Shows the administrator the smallest size while the rest renders, and publishes the progress. Visitors and other runs
   * see no change.
   *
   * @param percent share of the render that is done
   */
  async showSmallest(
    kind: PictureKind,
    started: StartedPicture,
    smallest: FinishedRender,
    percent: number,
  ): Promise<void> {
    await this.update(kind, whereUnchanged(started), { ...smallest }, kind.progressEvent?.(started.id, percent));
  }

  /**
   * Sets the picture to `ready` with its renditions and publishes it. For kinds with `replacesOlder`, deletes older rows and
   * their focal point.
   *
   * @returns the deleted rows; undefined when the picture is deleted or has another original, or another run finished or
   *   superseded this one
   */
  finish(kind: PictureKind, started: StartedPicture, render: FinishedRender): Promise<RemovedPicture[] | undefined> {
    return this.dataSource.transaction(async (transaction) => {
      // The API locks the settings while it saves a smaller size and takes larger renditions off the rows. Two transactions
      // with the mode `share` that both delete a setting would deadlock.
      const mode = kind.replacesOlder ? 'share row exclusive' : 'share';
      await transaction.query(`lock table settings in ${mode} mode`);
      const { largest } = await this.renditionSettings(kind, transaction);
      const renditions = render.renditions.filter(({ width, height }) => Math.max(width, height) <= largest);
      const all = kind.replacesOlder ? await lockAll(transaction, kind.entity) : [];
      const { affected } = await this.of(kind, transaction).update(whereUnchanged(started), {
        ...render,
        renditions,
        status: 'ready',
        failure: null,
        unfinishedRenders: 0,
        updatedAt: NOW,
      });
      if (affected !== 1) return undefined;
      await publishEvent(transaction, kind.endEvent(started.id, 'ready'));
      if (started.status === 'ready') return [];
      const older = all.filter((id) => id < started.id);
      if (older.length === 0) return [];
      await transaction.delete(Setting, { name: 'background_focus' satisfies SettingName });
      return this.remove(kind, older, transaction);
    });
  }

  /**
   * Sets a processing picture to `failed` and removes its renditions from the row.
   *
   * @param failure the reason, shown to the artist
   * @returns false when the picture is deleted or has another original, or another run finished first
   */
  fail(kind: PictureKind, started: StartedPicture, failure: string): Promise<boolean> {
    const failed = { status: 'failed', failure, unfinishedRenders: 0, updatedAt: NOW, ...NO_RENDITIONS } as const;
    return this.update(kind, whereUnchanged(started), failed, kind.endEvent(started.id, 'failed'));
  }

  /** Stores why a refresh failed, such as for a damaged replacement. The picture stays ready with its renditions. */
  async failRefresh(kind: PictureKind, started: StartedPicture, failure: string): Promise<void> {
    await this.update(kind, whereUnchanged(started), { failure }, kind.endEvent(started.id, 'failed'));
  }

  /**
   * Removes count and failure of refreshes that the picture does not need, unless another has started since it was read. One
   * of them that is running can no longer finish.
   */
  async cancelRefreshes(kind: PictureKind, picture: Picture): Promise<void> {
    const { id, version, failure, unfinishedRenders, unfinishedVersion } = picture;
    if (failure === null && unfinishedRenders === 0) return;
    await this.update(
      kind,
      { id, status: 'ready', version: version!, unfinishedRenders, unfinishedVersion: unfinishedVersion ?? IsNull() },
      { failure: null, unfinishedRenders: 0, unfinishedVersion: null },
      failure === null ? undefined : kind.endEvent(id, 'ready'),
    );
  }

  /** Publishes the progress; errors are ignored. */
  async publishProgress(kind: PictureKind, id: number, percent: number): Promise<void> {
    const event = kind.progressEvent?.(id, percent);
    if (event) await publishEvent(this.dataSource, event).catch(() => undefined);
  }

  /** Whether a running backup may still read the original of a deleted picture. */
  isBackupRunning(): Promise<boolean> {
    return isBackupRunning(this.dataSource);
  }

  /** Whether the picture has a row, in the trash too: its files stay until the row is deleted. */
  exists(kind: PictureKind, id: number): Promise<boolean> {
    return this.of(kind).exists({ where: { id }, withDeleted: true });
  }

  async findReady(kind: PictureKind, id: number): Promise<(Picture & Partial<FocalPoint>) | undefined> {
    return (await this.of(kind).findOne({ where: { id, status: 'ready' }, withDeleted: true })) ?? undefined;
  }

  /**
   * Runs the action unless a first render is due, or one is unfinished and not given up. A lock on the row lets none start.
   *
   * @param action its parameter is the version that the row shows; undefined where the picture is deleted
   * @returns whether the action ran
   */
  whileIdle(
    kind: PictureKind,
    id: number,
    action: (shown: string | null | undefined) => Promise<void>,
  ): Promise<boolean> {
    return this.dataSource.transaction(async (transaction) => {
      // Longer than the timeouts of S3; the lock of a worker whose host is lost ends by it.
      await transaction.query("set local idle_in_transaction_session_timeout = '10min'");
      const picture = await this.of(kind, transaction).findOne({
        select: { id: true, version: true, status: true, unfinishedRenders: true, failure: true },
        where: { id },
        withDeleted: true,
        lock: { mode: 'pessimistic_write' },
      });
      const isGivenUp = picture && picture.failure !== null && picture.unfinishedRenders > MAX_UNFINISHED;
      const isUnfinished = picture && picture.unfinishedRenders > 0 && !isGivenUp;
      if (picture?.status === 'processing' || isUnfinished) return false;
      await action(picture?.version);
      return true;
    });
  }

  private async start(
    kind: PictureKind,
    where: FindOptionsWhere<Picture>,
    target: string | null,
  ): Promise<StartedPicture | undefined> {
    const { raw } = await this.of(kind)
      .createQueryBuilder()
      .update()
      .set({
        unfinishedRenders: () =>
          'case when unfinished_version is not distinct from :target then unfinished_renders + 1 else 1 end',
        unfinishedVersion: target,
        updatedAt: NOW,
      })
      .setParameter('target', target)
      .where(where)
      .returning(kind.hasFocus ? `${STARTED_COLUMNS}, ${FOCUS_COLUMNS}` : STARTED_COLUMNS)
      .execute();
    const [row] = raw as Omit<StartedPicture, 'target'>[];
    return row && { ...row, target };
  }

  /** Updates the picture and publishes the event, in one transaction. @returns whether it meets the conditions */
  private update(
    kind: PictureKind,
    where: FindOptionsWhere<Picture>,
    changes: QueryDeepPartialEntity<Picture>,
    event: SiteEvent | undefined,
  ): Promise<boolean> {
    return this.dataSource.transaction(async (transaction) => {
      const { affected } = await this.of(kind, transaction).update(where, changes);
      if (affected === 1 && event) await publishEvent(transaction, event);
      return affected === 1;
    });
  }

  private async remove(kind: PictureKind, ids: number[], transaction: EntityManager): Promise<RemovedPicture[]> {
    const { raw } = await this.of(kind, transaction)
      .createQueryBuilder()
      .delete()
      .where({ id: In(ids) })
      .returning('id, original_key as "originalKey"')
      .execute();
    return raw as RemovedPicture[];
  }

  private of(kind: PictureKind, manager: EntityManager = this.dataSource.manager) {
    return manager.getRepository<Picture>(kind.entity);
  }
}

/**
 * The row, unless its image was replaced, or another run finished or a refresh to another version started since: a late
 * refresh must not undo a newer one.
 */
function whereUnchanged({ id, status, version, originalKey, target }: StartedPicture): FindOptionsWhere<Picture> {
  const where = { id, status, originalKey, unfinishedVersion: target ?? IsNull() };
  return status === 'ready' && version !== null ? { ...where, version } : where;
}
