import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { SecurityEvent, Session, type User } from '@portfolio/database';
import { type EntityManager, MoreThan, Repository } from 'typeorm';
import type { ClientInfo } from './client-info.ts';

/** Sessions of one administrator; another sign-in ends the least recently used one. */
const MAX_SESSIONS = 100;
const MAX_EVENTS = 200;
const EVENT_DAYS = 90;

/** Seconds: 7 days. */
export const TOKEN_LIFETIME_S = 7 * 24 * 60 * 60;

/** Expiry of a new token, as an SQL expression. */
const EXPIRY = `now() + interval '${TOKEN_LIFETIME_S} seconds'`;

interface NewEvent {
  userId: number;
  type: SecurityEvent['type'];
  /** Undefined on the command line. */
  client?: ClientInfo;
  revokedDevice?: string;
}

type SessionKey = Pick<Session, 'id' | 'userId' | 'tokenVersion'>;

@Injectable()
export class SessionsRepository implements OnModuleDestroy {
  private readonly logger = new Logger('auth');
  private readonly pendingWrites = new Set<Promise<void>>();

  constructor(@InjectRepository(Session) private readonly sessions: Repository<Session>) {}

  /** The session with its user. Undefined when deleted or revoked; the JWT's own expiry covers the rest. */
  async findActive({ id, userId, tokenVersion }: SessionKey): Promise<Session | undefined> {
    const query = this.sessions
      .createQueryBuilder('session')
      .innerJoinAndSelect('session.user', 'user')
      .where('session.id = :id and user.id = :userId and user.tokenVersion = :tokenVersion', {
        id,
        userId,
        tokenVersion,
      });
    return (await query.getOne()) ?? undefined;
  }

  async touch(id: number): Promise<void> {
    await this.sessions.update({ id }, { lastUsedAt: () => 'now()' });
  }

  /** @returns the id of the new session; undefined when the user is deleted */
  start({ id: userId, tokenVersion }: User, client: ClientInfo): Promise<number | undefined> {
    return this.withUserLock(userId, async (manager) => {
      await manager.query(
        `delete from sessions where user_id = $1 and (expires_at <= now()
           or token_version <> (select token_version from users where id = $1)
           or id in (select id from sessions where user_id = $1 order by last_used_at desc, id desc offset ${MAX_SESSIONS - 1}))`,
        [userId],
      );
      const type = (await isKnownDevice(manager, userId, client)) ? 'sign-in' : 'new-device';
      await recordEvent(manager, { userId, type, client });
      const [{ id }] = await manager.query<[{ id: number }]>(
        `insert into sessions (user_id, token_version, device, network, expires_at)
         values ($1, $2, $3, $4, ${EXPIRY}) returning id`,
        [userId, tokenVersion, client.device, client.network],
      );
      return id;
    });
  }

  list({ id: userId, tokenVersion }: User): Promise<Session[]> {
    return this.sessions.find({
      where: { userId, tokenVersion, expiresAt: MoreThan(new Date()) },
      order: { lastUsedAt: 'DESC', id: 'DESC' },
    });
  }

  async end(id: number): Promise<void> {
    await this.sessions.delete({ id });
  }

  async revoke({ id: userId, tokenVersion }: User, id: number, client: ClientInfo): Promise<boolean> {
    const isRevoked = await this.withUserLock(userId, async (manager) => {
      const session = await manager.findOneBy(Session, { id, userId, tokenVersion });
      if (!session) return false;
      await manager.delete(Session, { id });
      await recordEvent(manager, { userId, type: 'session-revoked', client, revokedDevice: session.device });
      return true;
    });
    return isRevoked === true;
  }

  listEvents(userId: number): Promise<SecurityEvent[]> {
    return this.sessions.manager
      .createQueryBuilder(SecurityEvent, 'event')
      .where(`event.userId = :userId and event.at > now() - interval '${EVENT_DAYS} days'`, { userId })
      .orderBy('event.at', 'DESC')
      .addOrderBy('event.id', 'DESC')
      .take(MAX_EVENTS)
      .getMany();
  }

  /** Records a failed sign-in without delaying the response: known and unknown accounts must take the same time. */
  recordFailureInBackground(userId: number, client: ClientInfo): void {
    const write = this.withUserLock(userId, (manager) =>
      recordEvent(manager, { userId, type: 'sign-in-failed', client }),
    )
      .then(() => undefined)
      .catch((error: unknown) => this.logger.warn(`A failed sign-in was not recorded: ${String(error)}`))
      .finally(() => this.pendingWrites.delete(write));
    this.pendingWrites.add(write);
  }

  /** Waits until failed sign-ins are recorded. Tests call it too. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.pendingWrites);
  }

  /** Runs in a transaction that locks the user's row; does nothing when the user is deleted. */
  private withUserLock<T>(userId: number, work: (manager: EntityManager) => Promise<T>): Promise<T | undefined> {
    return this.sessions.manager.transaction(async (manager) => {
      const found = await manager.query<unknown[]>('select 1 from users where id = $1 for no key update', [userId]);
      return found.length === 0 ? undefined : work(manager);
    });
  }
}

async function isKnownDevice(manager: EntityManager, userId: number, { device }: ClientInfo): Promise<boolean> {
  const known = await manager.query<unknown[]>(
    `select 1 from security_events where user_id = $1 and type in ('new-device', 'sign-in') and device = $2
       and at > now() - interval '${EVENT_DAYS} days' limit 1`,
    [userId, device],
  );
  return known.length > 0;
}

/**
 * Adds an event and removes those beyond the limits. The same event on the same day (UTC) increments the count of its
 * row. So does every failed sign-in from anywhere: attackers cannot evict other events.
 *
 * @param manager of a transaction that locks the user's row
 */
export async function recordEvent(
  manager: EntityManager,
  { userId, type, client, revokedDevice }: NewEvent,
): Promise<void> {
  await manager.query(
    `with repeated as (
       update security_events set count = count + 1, at = now(), device = $3, network = $4
       where id = (
         select id from security_events
         where user_id = $1 and type = $2 and at >= date_trunc('day', now(), 'UTC') and (type = 'sign-in-failed'
           or (device, network, revoked_device) is not distinct from ($3::text, $4::text, $5::text))
         order by id desc limit 1)
       returning id)
     insert into security_events (user_id, type, device, network, revoked_device)
     select $1, $2, $3, $4, $5 where not exists (select 1 from repeated)`,
    [userId, type, client?.device ?? null, client?.network ?? null, revokedDevice ?? null],
  );
  await manager.query(
    `delete from security_events where user_id = $1 and (at <= now() - interval '${EVENT_DAYS} days'
       or id in (select id from security_events where user_id = $1 order by at desc, id desc offset ${MAX_EVENTS}))`,
    [userId],
  );
}

/** Moves a session to the user's new token version and renews its expiry. */
export async function renewSession(manager: EntityManager, id: number): Promise<void> {
  await manager.query(
    `update sessions set token_version = (select token_version from users where id = user_id), expires_at = ${EXPIRY}
     where id = $1`,
    [id],
  );
}
