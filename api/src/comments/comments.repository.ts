import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { CommentQuery } from '@portfolio/contracts';
import {
  publishEvent,
  approvedComments,
  Comment,
  countRows,
  type Granted,
  PUBLIC,
  trashRows,
  type Viewer,
} from '@portfolio/database';
import { type EntityManager, In, IsNull, Repository, type SelectQueryBuilder } from 'typeorm';
import type { PageRange } from '../http/cursor.ts';
import { countIfBlocked } from './blocked-senders.repository.ts';
import type { CommentOnPhoto, CommentRecord } from './comment.view.ts';

/** Whether a photo takes comments, as SQL on its alias. */
const isOpen = (photo: string) =>
  `(${photo}.comments_open and not exists (select from settings where name = 'comments_open' and value = 'false'))`;

type NewComment = Pick<Comment, 'photoId' | 'authorName' | 'authorEmail' | 'content'>;

@Injectable()
export class CommentsRepository {
  constructor(@InjectRepository(Comment) private readonly comments: Repository<Comment>) {}

  /**
   * Approved comments, oldest first, one row more than the page.
   *
   * @returns undefined when the viewer cannot see the photo
   */
  async listApproved(viewer: Viewer, photoId: number, { after = 0, limit }: PageRange, granted?: Granted) {
    const isVisitor = viewer === 'visitor';
    const [[photo], rows] = await Promise.all([
      this.comments.query<{ total: number; isOpen: boolean }[]>(
        `select ${approvedComments('photo')} as total, ${isOpen('photo')} as "isOpen" from photos photo
         where photo.id = $1 and ${isVisitor ? PUBLIC.photo('photo', granted) : 'photo.deleted_at is null'}`,
        [photoId],
      ),
      this.comments
        .createQueryBuilder('comment')
        .where('comment.photo_id = :photoId and comment.id > :after', { photoId, after })
        .andWhere(isVisitor ? PUBLIC.comment('comment', granted) : 'comment.is_approved')
        .orderBy('comment.id')
        .limit(limit + 1)
        .getMany(),
    ]);
    return photo && { ...photo, rows };
  }

  /** Newest first, one row more than the page. */
  async list(status: CommentQuery['status'] = 'all', { after, limit }: PageRange) {
    const isApproved = status === 'all' ? undefined : status === 'approved';
    const page = this.onPhotos();
    if (isApproved !== undefined) page.where(isApproved ? 'comment.is_approved' : 'not comment.is_approved');
    if (after !== undefined) page.andWhere('comment.id < :after', { after });
    const [total, rows] = await Promise.all([
      countRows(this.comments.manager, 'comments', { is_approved: isApproved }),
      newestOf(page, limit + 1),
    ]);
    return { total, rows };
  }

  newest(limit: number): Promise<CommentOnPhoto[]> {
    return newestOf(this.onPhotos(), limit);
  }

  /**
   * Adds a pending comment and publishes the event. A comment of a blocked sender gets an id, but is not stored.
   *
   * @returns undefined when visitors cannot see the photo
   */
  insert(comment: NewComment, granted?: Granted): Promise<CommentRecord | 'closed' | undefined> {
    return this.comments.manager.transaction(async (transaction) => {
      // Waits for a concurrent deletion of the photo.
      const [photo] = await transaction.query<{ isOpen: boolean }[]>(
        `select ${isOpen('photo')} as "isOpen" from photos photo
         where photo.id = $1 and ${PUBLIC.photo('photo', granted)} for key share of photo`,
        [comment.photoId],
      );
      if (!photo) return undefined;
      if (!photo.isOpen) return 'closed';
      if (await countIfBlocked(transaction, comment.authorEmail)) return draft(transaction, comment);
      const { id } = await transaction.getRepository(Comment).save({ ...comment });
      await publishEvent(transaction, { type: 'comment.created', comment_id: id, photo_id: comment.photoId });
      return transaction.findOneByOrFail(Comment, { id });
    });
  }

  /** Saves the reply and approves the comment; null removes the reply. */
  async setReply(id: number, reply: string | null): Promise<CommentOnPhoto | undefined> {
    const saved =
      reply === null ? { repliedAt: null } : { repliedAt: () => 'coalesce(replied_at, now())', isApproved: true };
    await this.comments.update({ id, deletedAt: IsNull() }, { reply, ...saved });
    return this.findOnPhoto(id);
  }

  async setApproved(id: number, isApproved: boolean): Promise<CommentOnPhoto | undefined> {
    await this.comments.update({ id, deletedAt: IsNull() }, { isApproved });
    return this.findOnPhoto(id);
  }

  async remove(id: number): Promise<boolean> {
    return (await trashRows(this.comments.manager, 'comment', [id])) === 1;
  }

  setEachApproved(ids: number[], isApproved: boolean): Promise<number> {
    return this.comments.manager.transaction(async (transaction) => {
      const existing = await lockComments(transaction, ids);
      await transaction.update(Comment, { id: In(existing) }, { isApproved });
      return existing.length;
    });
  }

  removeEach(ids: number[]): Promise<number> {
    return this.comments.manager.transaction(async (transaction) => {
      const existing = await lockComments(transaction, ids);
      return trashRows(transaction, 'comment', existing);
    });
  }

  private async findOnPhoto(id: number): Promise<CommentOnPhoto | undefined> {
    return (await this.onPhotos().where('comment.id = :id', { id }).getOne()) ?? undefined;
  }

  private onPhotos(): SelectQueryBuilder<Comment> {
    return this.comments
      .createQueryBuilder('comment')
      .innerJoin('comment.photo', 'photo')
      .addSelect(['photo.id', 'photo.title', 'photo.version', 'photo.renditions']);
  }
}

/** A comment with the next id, which is not stored. */
async function draft(transaction: EntityManager, comment: NewComment) {
  const [next] = await transaction.query<[Pick<Comment, 'id' | 'createdAt'>]>(
    `select nextval(pg_get_serial_sequence('comments', 'id'))::int as id, now() as "createdAt"`,
  );
  return { ...comment, ...next, isApproved: false, reply: null, repliedAt: null };
}

const newestOf = (comments: SelectQueryBuilder<Comment>, limit: number): Promise<CommentOnPhoto[]> =>
  comments.orderBy('comment.id', 'DESC').limit(limit).getMany();

/**
 * Locks photos, then comments, each in the order of ids: the deletion of a photo locks its comments in any order.
 *
 * @returns the ids that exist
 */
async function lockComments(transaction: EntityManager, ids: number[]): Promise<number[]> {
  await transaction.query(
    `select 1 from photos where id in (select photo_id from comments where id = any($1::int[])) order by id for key share`,
    [ids],
  );
  const locked = await transaction.query<{ id: number }[]>(
    'select id from comments where id = any($1::int[]) and deleted_at is null order by id for update',
    [ids],
  );
  return locked.map(({ id }) => id);
}
