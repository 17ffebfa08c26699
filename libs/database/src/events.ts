import type { SiteEvent } from '@portfolio/contracts';
import pg from 'pg';

/** PostgreSQL's channel for what happens on the site. */
const CHANNEL = 'site_events';

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

/** How a listener keeps its connection, in milliseconds. */
const TIMES = {
  /** Before the next attempt to listen. */
  retry: 1_000,
  /**
   * Between two questions to the server, longer than `patience`. Without them a connection that was cut silently would
   * be listened to for ever.
   */
  pulse: 30_000,
  /** In which the server has to answer. */
  patience: 5_000,
};

/** Hears what any process announces, over a connection of its own, which it opens again when it is lost. */
export class EventListener {
  private readonly times: typeof TIMES;
  private client: pg.Client | undefined;
  private opening: Promise<void> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private pulse: NodeJS.Timeout | undefined;
  private isClosed = false;
  private hears = false;

  /**
   * @param url of the database
   * @param onEvent told of each event
   * @param onGap told when listening began or began again: whatever happened before may have been missed
   */
  constructor(
    private readonly url: string,
    private readonly onEvent: (event: SiteEvent) => void,
    private readonly onGap: () => void = () => undefined,
    times: Partial<typeof TIMES> = {},
  ) {
    this.times = { ...TIMES, ...times };
  }

  /** Whether an event that is announced now would be heard. */
  get isListening(): boolean {
    return this.hears;
  }

  /** Begins to listen. Resolves after the first attempt; where that fails, the next ones follow by themselves. */
  open(): Promise<void> {
    this.opening = this.attempt();
    return this.opening;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.hears = false;
    clearTimeout(this.retry);
    clearInterval(this.pulse);
    // A client that is told to end while it connects never says how that went.
    await this.opening;
    await this.client?.end().catch(() => undefined);
  }

  private async attempt(): Promise<void> {
    if (this.isClosed) return;
    const { patience, pulse } = this.times;
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'portfolio-events',
      keepAlive: true,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    });
    this.client = client;
    client.on('notification', ({ payload }) => this.hear(payload));
    client.on('error', () => this.again(client));
    client.on('end', () => this.again(client));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch {
      this.again(client);
    }
    if (this.client !== client || this.isClosed) return;
    this.pulse = setInterval(() => void client.query('select 1').catch(() => this.again(client)), pulse);
    this.hears = true;
    this.onGap();
  }

  private hear(payload: string | undefined): void {
    const event = readEvent(payload);
    if (event && !this.isClosed) this.onEvent(event);
  }

  private again(client: pg.Client): void {
    if (this.isClosed || this.client !== client) return;
    this.client = undefined;
    this.hears = false;
    clearInterval(this.pulse);
    client.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.open(), this.times.retry);
  }
}

/** @returns undefined for what is none of ours: anybody who may connect to the database can say anything on a channel */
function readEvent(payload = ''): SiteEvent | undefined {
  try {
    const event: unknown = JSON.parse(payload);
    return typeof event === 'object' && event !== null && 'type' in event ? (event as SiteEvent) : undefined;
  } catch {
    return undefined;
  }
}
