import type { SiteEvent } from '@portfolio/contracts';
import pg from 'pg';

/** PostgreSQL's channel for what happens on the site. */
const CHANNEL = 'site_events';

/** Milliseconds before the next attempt to listen. */
const RETRY = 1_000;

/** Whatever runs SQL: a data source, or a transaction, whose events are told when it commits and not otherwise. */
interface Queryable {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/**
 * Tells every process that listens. An event is news and no record: who does not listen then never hears of it.
 *
 * @throws whatever the database throws
 */
export async function announce(database: Queryable, event: SiteEvent): Promise<void> {
  await database.query(`select pg_notify('${CHANNEL}', $1)`, [JSON.stringify(event)]);
}

/** Hears what any process announces, over a connection of its own, which it opens again when it is lost. */
export class EventListener {
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private isClosed = false;

  /**
   * @param url of the database
   * @param onEvent told of each event
   * @param onGap told when listening began or began again: whatever happened before may have been missed
   */
  constructor(
    private readonly url: string,
    private readonly onEvent: (event: SiteEvent) => void,
    private readonly onGap: () => void = () => undefined,
  ) {}

  /** Begins to listen; resolves at once, also where the database is away. */
  async open(): Promise<void> {
    if (this.isClosed) return;
    const client = new pg.Client({ connectionString: this.url, keepAlive: true, connectionTimeoutMillis: 5_000 });
    this.client = client;
    client.on('notification', ({ payload }) => this.onEvent(JSON.parse(payload ?? '') as SiteEvent));
    client.on('error', () => this.again(client));
    client.on('end', () => this.again(client));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.onGap();
    } catch {
      this.again(client);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  private again(client: pg.Client): void {
    if (this.isClosed || this.client !== client) return;
    this.client = undefined;
    client.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.open(), RETRY);
  }
}
