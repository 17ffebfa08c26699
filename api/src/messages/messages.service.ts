import { Injectable } from '@nestjs/common';
import type { MessageListView, MessageQuery, MessageView, PostMessage } from '@portfolio/contracts';
import type { Granted } from '@portfolio/database';
import { JobDispatcher } from '../backend/job-dispatcher.ts';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { type MessageOnPhoto, MessagesRepository } from './messages.repository.ts';

@Injectable()
export class MessagesService {
  constructor(
    private readonly messages: MessagesRepository,
    private readonly jobs: JobDispatcher,
  ) {}

  /** Stores the message before enqueuing the mail: a failed mail loses nothing. */
  async post({ name, email, subject, message, photo_id }: PostMessage, granted: Granted): Promise<void> {
    const details = { name, email, subject, content: message, photoId: photo_id ?? null };
    const id = await this.messages.insert(details, granted);
    if (id === undefined) throw new AppError('photo.not-found');
    await this.jobs.enqueue('message.mail', { messageId: id });
  }

  async list({ search, ...query }: MessageQuery): Promise<MessageListView> {
    const { list, after, limit } = readPage(['unread-messages', 'read-messages'], query);
    const position = after === undefined ? undefined : { isRead: list === 'read-messages', id: after };
    const { rows, total, unread } = await this.messages.list(position, limit, search);
    const { page, next_cursor } = cutPage(
      ({ isRead }) => (isRead ? 'read-messages' : 'unread-messages'),
      rows,
      limit,
      ({ id }) => id,
    );
    return { messages: page.map(toMessageView), next_cursor, total, unread };
  }

  async mark(id: number, isRead: boolean): Promise<MessageView> {
    const message = await this.messages.setRead(id, isRead);
    if (!message) throw new AppError('message.not-found');
    return toMessageView(message);
  }

  /** @param ids undefined for all. @returns the number of changed messages */
  markSeveral(ids: number[] | undefined, isRead: boolean): Promise<number> {
    return this.messages.setEachRead(ids, isRead);
  }

  removeSeveral(ids: number[]): Promise<number> {
    return this.messages.removeEach(ids);
  }

  async remove(id: number): Promise<void> {
    if ((await this.removeSeveral([id])) === 0) throw new AppError('message.not-found');
  }
}

const toMessageView = ({ photo, ...message }: MessageOnPhoto): MessageView => ({
  id: message.id,
  name: message.name,
  email: message.email,
  subject: message.subject,
  message: message.content,
  photo: photo && { id: photo.id, title: photo.title },
  is_read: message.isRead,
  mail_status: message.mailStatus,
  mail_failure: message.mailFailure,
  created_at: message.createdAt.toISOString(),
});
