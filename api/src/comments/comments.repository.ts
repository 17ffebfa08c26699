import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Comment, PUBLIC } from '@portfolio/database';
import { Repository } from 'typeorm';
import type { PageWindow } from '../http/cursor.ts';

@Injectable()
export class CommentsRepository {
  constructor(@InjectRepository(Comment) private readonly comments: Repository<Comment>) {}

  /** The approved ones, oldest first; one row more than the page is read. */
  async listApproved(photoId: number, { after = 0, limit }: PageWindow) {
    const approved = () =>
      this.comments
        .createQueryBuilder('comment')
        .where(`comment.photo_id = :photoId and ${PUBLIC.comment('comment')}`, { photoId });
    const [total, rows] = await Promise.all([
      approved().getCount(),
      approved()
        .andWhere('comment.id > :after', { after })
        .orderBy('comment.id')
        .limit(limit + 1)
        .getMany(),
    ]);
    return { total, rows };
  }

  /** Adds the comment, pending. @returns undefined when visitors see no such photo */
  async insert(
    comment: Pick<Comment, 'photoId' | 'authorName' | 'authorEmail' | 'content'>,
  ): Promise<Comment | undefined> {
    const [row] = await this.comments.query<{ id: number }[]>(
      `insert into comments (photo_id, author_name, author_email, content)
       select photo.id, $2, $3, $4 from photos photo where photo.id = $1 and ${PUBLIC.photo('photo')} returning id`,
      [comment.photoId, comment.authorName, comment.authorEmail, comment.content],
    );
    return row && this.comments.findOneByOrFail({ id: row.id });
  }

  /** @returns the comment as it is then; undefined when there is none */
  async setApproved(id: number, isApproved: boolean): Promise<Comment | undefined> {
    await this.comments.update({ id }, { isApproved });
    return (await this.comments.findOneBy({ id })) ?? undefined;
  }
}
