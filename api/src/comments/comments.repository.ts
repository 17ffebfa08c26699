import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { CommentQuery } from '@portfolio/contracts';
import { announce, approvedComments, Comment, PUBLIC, type Viewer } from '@portfolio/database';
import { type EntityManager, In, Repository, type SelectQueryBuilder } from 'typeorm';
import type { PageWindow } from '../http/cursor.ts';
import type { CommentOnPhoto } from './comment.view.ts';

@Injectable()
export class CommentsRepository {
  constructor(@InjectRepository(Comment) private readonly comments: Repository<Comment>) {}

  /**
   * The approved ones, oldest first; one row more than the page is read.
   *
   * @returns undefined when the viewer sees no such photo
   */
  async listApproved(viewer: Viewer, photoId: number, { after = 0, limit }: PageWindow) {
    const isVisitor = viewer === 'visitor';
    const [[photo], rows] = await Promise.all([
      this.comments.query<{ total: number }[]>(
        `select ${approvedComments('photo')} as total from photos photo
         where photo.id = $1 and ${isVisitor ? PUBLIC.photo('photo') : 'true'}`,
        [photoId],
      ),
      this.comments
        .createQueryBuilder('comment')
        .where('comment.photo_id = :photoId and comment.id > :after', { photoId, after })
        .andWhere(isVisitor ? PUBLIC.comment('comment') : 'comment.is_approved')
        .orderBy('comment.id')
        .limit(limit + 1)
        .getMany(),
    ]);
    return photo && { total: photo.total, rows };
  }

  /** Newest first; one row more than the page is read. */
  async list(status: CommentQuery['status'] = 'all', { after, limit }: PageWindow) {
    const filtered = (comments: SelectQueryBuilder<Comment>) =>
      status === 'all'
        ? comments
        : comments.where(status === 'approved' ? 'comment.is_approved' : 'not comment.is_approved');
    const page = filtered(this.onPhotos());
    if (after !== undefined) page.andWhere('comment.id < :after', { after });
    const [total, rows] = await Promise.all([
      filtered(this.comments.createQueryBuilder('comment')).getCount(),
      newestOf(page, limit + 1),
    ]);
    return { total, rows };
  }

  newest(limit: number): Promise<CommentOnPhoto[]> {
    return newestOf(this.onPhotos(), limit);
  }

  /** Adds the comment, pending, and tells of it. @returns undefined when visitors see no such photo */
  insert(comment: Pick<Comment, 'photoId' | 'authorName' | 'authorEmail' | 'content'>): Promise<Comment | undefined> {
    return this.comments.manager.transaction(async (transaction) => {
      // A photo that is being deleted is waited for, and is none then.
      const [row] = await transaction.query<{ id: number }[]>(
        `insert into comments (photo_id, author_name, author_email, content)
         select photo.id, $2, $3, $4 from photos photo where photo.id = $1 and ${PUBLIC.photo('photo')}
         for key share of photo returning id`,
        [comment.photoId, comment.authorName, comment.authorEmail, comment.content],
      );
      if (!row) return undefined;
      await announce(transaction, { type: 'comment.created', comment_id: row.id, photo_id: comment.photoId });
      return transaction.findOneByOrFail(Comment, { id: row.id });
    });
  }

  /** @returns the comment as it is then; undefined when there is none */
  async setApproved(id: number, isApproved: boolean): Promise<CommentOnPhoto | undefined> {
    await this.comments.update({ id }, { isApproved });
    const comment = await this.onPhotos().where('comment.id = :id', { id }).getOne();
    return comment ?? undefined;
  }

  /** @returns whether there was such a comment */
  async remove(id: number): Promise<boolean> {
    const { affected } = await this.comments.delete({ id });
    return affected === 1;
  }

  /** @returns how many of the comments there are */
  setEachApproved(ids: number[], isApproved: boolean): Promise<number> {
    return this.comments.manager.transaction(async (transaction) => {
      const there = await lockComments(transaction, ids);
      await transaction.update(Comment, { id: In(there) }, { isApproved });
      return there.length;
    });
  }

  /** @returns how many of the comments there were */
  removeEach(ids: number[]): Promise<number> {
    return this.comments.manager.transaction(async (transaction) => {
      const there = await lockComments(transaction, ids);
      await transaction.delete(Comment, { id: In(there) });
      return there.length;
    });
  }

  /** Comments with the title of their photo, and nothing else of it. */
  private onPhotos(): SelectQueryBuilder<Comment> {
    return this.comments
      .createQueryBuilder('comment')
      .innerJoin('comment.photo', 'photo')
      .addSelect(['photo.id', 'photo.title']);
  }
}

const newestOf = (comments: SelectQueryBuilder<Comment>, limit: number): Promise<CommentOnPhoto[]> =>
  comments.orderBy('comment.id', 'DESC').limit(limit).getMany();

/**
 * Locks comments in the order of their ids, and before that keeps their photos from being deleted, in the same order: a
 * photo takes its comments with it in no order of ours.
 *
 * @returns the ids of those there are
 */
async function lockComments(transaction: EntityManager, ids: number[]): Promise<number[]> {
  await transaction.query(
    `select 1 from photos where id in (select photo_id from comments where id = any($1::int[])) order by id for key share`,
    [ids],
  );
  const locked = await transaction.query<{ id: number }[]>(
    'select id from comments where id = any($1::int[]) order by id for update',
    [ids],
  );
  return locked.map(({ id }) => id);
}
