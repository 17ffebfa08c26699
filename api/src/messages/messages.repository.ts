import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MAX_ID } from '@portfolio/contracts';
import { countOf, type Granted, Message, type Photo, PUBLIC, publishEvent, trashRows } from '@portfolio/database';
import { IsNull, Repository, type SelectQueryBuilder } from 'typeorm';

export type MessageOnPhoto = Message & { photo: Pick<Photo, 'id' | 'title'> | null };

/** Condition of a search on the text of visitors. */
const FOUND = (pattern: string) => String.raw`concat_ws(E'\n', name, email, subject, content) ilike ${pattern}`;

/** Ids of a page. Without a search, the unread half reads its index only as far as the page. */
const inbox = (found: string) => `array(
  (select id from messages where not is_read and deleted_at is null and id <= :unreadTo and ${found} order by id desc limit :rows)
  union all
  (select id from messages where is_read and deleted_at is null and id <= :readTo and ${found} order by id desc limit :rows))`;

@Injectable()
export class MessagesRepository {
  constructor(@InjectRepository(Message) private readonly messages: Repository<Message>) {}

  /**
   * Unread before read, each newest first, one row more than the page.
   *
   * @param after last message of the previous page
   */
  async list(after: { isRead: boolean; id: number } | undefined, limit: number, search?: string) {
    // Escapes the wildcards of `like`.
    const pattern = search && `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    const total = pattern
      ? `(select count(*)::int from messages where deleted_at is null and ${FOUND('$1')})`
      : countOf('messages');
    const position = {
      unreadTo: after === undefined ? MAX_ID : after.isRead ? 0 : after.id - 1,
      readTo: after?.isRead ? after.id - 1 : MAX_ID,
    };
    const [[counts], rows] = await Promise.all([
      this.messages.query<{ total: number; unread: number }[]>(
        `select ${total} as total, ${countOf('messages', `'{"is_read": false}'`)} as unread`,
        pattern ? [pattern] : [],
      ),
      this.withPhoto()
        .where(`message.id = any (${inbox(pattern ? FOUND(':pattern') : 'true')})`, {
          ...position,
          pattern,
          rows: limit + 1,
        })
        .orderBy('message.isRead')
        .addOrderBy('message.id', 'DESC')
        .limit(limit + 1)
        .getMany(),
    ]);
    return { total: counts?.total ?? 0, unread: counts?.unread ?? 0, rows };
  }

  /** Adds the message and publishes the event. @returns its id; undefined when visitors cannot see its photo */
  insert(
    message: Pick<Message, 'name' | 'email' | 'subject' | 'content' | 'photoId'>,
    granted: Granted,
  ): Promise<number | undefined> {
    return this.messages.manager.transaction(async (transaction) => {
      if (message.photoId !== null) {
        // Waits for a concurrent deletion of the photo.
        const found = await transaction.query<unknown[]>(
          `select 1 from photos photo where photo.id = $1 and ${PUBLIC.photo('photo', granted)} for key share of photo`,
          [message.photoId],
        );
        if (found.length === 0) return undefined;
      }
      const { id } = await transaction.getRepository(Message).save({ ...message });
      await publishEvent(transaction, { type: 'message.created', message_id: id });
      return id;
    });
  }

  async setRead(id: number, isRead: boolean): Promise<MessageOnPhoto | undefined> {
    await this.messages.update({ id, deletedAt: IsNull() }, { isRead });
    return (await this.withPhoto().where('message.id = :id', { id }).getOne()) ?? undefined;
  }

  /** @param ids undefined for all. @returns the number of messages whose read flag changed */
  async setEachRead(ids: number[] | undefined, isRead: boolean): Promise<number> {
    const [, count] = await this.messages.query<[unknown, number]>(
      `update messages set is_read = $1 where id in (
         select id from messages where is_read <> $1 and deleted_at is null and ($2::int[] is null or id = any($2)) order by id for update)`,
      [isRead, ids ?? null],
    );
    return count;
  }

  removeEach(ids: number[]): Promise<number> {
    return trashRows(this.messages.manager, 'message', ids);
  }

  private withPhoto(): SelectQueryBuilder<Message> {
    return this.messages
      .createQueryBuilder('message')
      .leftJoin('message.photo', 'photo')
      .addSelect(['photo.id', 'photo.title']);
  }
}
