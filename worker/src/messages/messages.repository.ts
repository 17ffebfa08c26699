import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { siteTitle } from '@portfolio/contracts';
import { Message, Setting, User } from '@portfolio/database';
import pLimit from 'p-limit';
import { DataSource, type EntityManager, In } from 'typeorm';

/** Outcome of an attempt to mail a message. */
export type MailOutcome = Pick<Message, 'mailStatus' | 'mailFailure'>;

/** The site's data in a mail. */
export interface MailingSite {
  /** Empty where the site has no name. */
  name: string;
  /** Email address of the first administrator; undefined before there is one. */
  administrator: string | undefined;
}

/** First key of the advisory locks on messages; unique in this database. */
const MAIL_LOCK = 2_106;
/** Concurrent mails. Each holds a connection while the mail server responds; a pool of 10 keeps half for other jobs. */
const MAX_CONCURRENT_MAILS = 5;

@Injectable()
export class MessagesRepository {
  private readonly limitConcurrency = pLimit(MAX_CONCURRENT_MAILS);

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Mails a waiting message, one worker at a time, and stores the outcome.
   *
   * The advisory lock does not block the administrator's changes of the row, and ends with the transaction. All queries use
   * the connection of the transaction: with a second one for each mail, concurrent mails would deadlock on the pool.
   *
   * @returns undefined where the message is deleted, not waiting, or being mailed elsewhere
   */
  async mailOnce(
    id: number,
    mail: (message: Message, site: MailingSite) => Promise<MailOutcome>,
  ): Promise<MailOutcome | undefined> {
    return this.limitConcurrency(() =>
      this.dataSource.transaction(async (manager) => {
        const lock = 'select pg_try_advisory_xact_lock($1, $2) as acquired';
        const [{ acquired }] = (await manager.query(lock, [MAIL_LOCK, id])) as [{ acquired: boolean }];
        if (!acquired) return undefined;
        const message = await manager.findOne(Message, {
          where: { id, mailStatus: 'waiting' },
          relations: { photo: true },
        });
        if (!message) return undefined;
        const outcome = await mail(message, await readSite(manager));
        await manager.update(Message, { id }, { ...outcome, updatedAt: () => 'now()' });
        return outcome;
      }),
    );
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
