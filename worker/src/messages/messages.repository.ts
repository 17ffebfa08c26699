import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { siteTitle } from '@portfolio/contracts';
import { Message, Setting, User } from '@portfolio/database';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { MailedMessage } from './compose-mail.ts';

/** What became of an attempt to mail a message. */
export type MailOutcome = Pick<Message, 'mailStatus' | 'mailFailure'>;

/** What a mail says of the site. */
export interface MailingSite {
  /** What the site is called; empty where it has no name. */
  name: string;
  /** The address of the first administrator; undefined before there is one. */
  administrator: string | undefined;
}

/** First number of the locks on messages; any that no other advisory lock of ours has. */
const MAIL_LOCK = 2_106;

@Injectable()
export class MessagesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Has a message mailed that waits for it, by one worker at a time, and keeps the outcome.
   *
   * The lock is no lock on the row: the administrator may read, mark and delete the message while a mail server thinks.
   * It ends with the connection, so a worker that dies leaves none behind. All is read over that connection: with two for
   * each mail, several mails would wait for each other.
   *
   * @returns undefined when there is nothing to do: the message is gone, is not waiting, or is just being mailed
   */
  async mailOnce(
    id: number,
    mail: (message: MailedMessage, site: MailingSite) => Promise<MailOutcome>,
  ): Promise<MailOutcome | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const lock = 'select pg_try_advisory_xact_lock($1, $2) as taken';
      const [{ taken }] = (await manager.query(lock, [MAIL_LOCK, id])) as [{ taken: boolean }];
      if (!taken) return undefined;
      const message = await manager.findOne(Message, {
        where: { id, mailStatus: 'waiting' },
        relations: { photo: true },
      });
      if (!message) return undefined;
      const outcome = await mail(message, await readSite(manager));
      await manager.update(Message, { id }, { ...outcome, updatedAt: () => 'now()' });
      return outcome;
    });
  }
}

async function readSite(manager: EntityManager): Promise<MailingSite> {
  const user = await manager.findOne(User, { where: {}, order: { id: 'ASC' } });
  const rows = await manager.findBy(Setting, { name: In(['site_title', 'artist_name']) });
  return {
    name: siteTitle(Object.fromEntries(rows.map(({ name, value }) => [name, value]))),
    administrator: user?.email,
  };
}
