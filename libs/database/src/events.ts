import type { SiteEvent } from '@portfolio/contracts';
import pg from 'pg';

/** PostgreSQL channel of site events. */
const CHANNEL = 'site_events';

/** A data source, or a transaction: its events are delivered at the commit. */
interface Queryable {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/** Publishes an event to all listening processes. Events are not stored: later listeners miss them. */
export async function publishEvent(database: Queryable, event: SiteEvent): Promise<void> {
  await database.query(`select pg_notify('${CHANNEL}', $1)`, [JSON.stringify(event)]);
}

/** Milliseconds. */
const TIMES = {
  /** Delay before reconnecting. */
  retry: 1_000,
  /** Interval of queries that detect a dead connection; longer than `timeout`. */
  heartbeat: 30_000,
  /** Limit for connecting and for each query. */
  timeout: 5_000,
};

/** Subscribes to the events of all processes, on a separate connection, reopened after a loss. */
export class EventListener {
  private readonly times: typeof TIMES;
  private client: pg.Client | undefined;
  private opening: Promise<void> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private isClosed = false;
  private isSubscribed = false;

  /**
   * @param url address of the database
   * @param onEvent called for each event
   * @param onGap called after each subscription: earlier events may be lost
   */
  constructor(
    private readonly url: string,
    private readonly onEvent: (event: SiteEvent) => void,
    private readonly onGap: () => void = () => undefined,
    times: Partial<typeof TIMES> = {},
  ) {
    this.times = { ...TIMES, ...times };
  }

  /** Whether events are being received. */
  get isListening(): boolean {
    return this.isSubscribed;
  }

  /** Connects and subscribes. Resolves after the first attempt; failed ones are retried. */
  open(): Promise<void> {
    this.opening = this.attempt();
    return this.opening;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.isSubscribed = false;
    clearTimeout(this.retry);
    clearInterval(this.heartbeat);
    // `end()` never resolves while the client is connecting.
    await this.opening;
    await this.client?.end().catch(() => undefined);
  }

  private async attempt(): Promise<void> {
    if (this.isClosed) return;
    const { timeout, heartbeat } = this.times;
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'portfolio-events',
      keepAlive: true,
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
    });
    this.client = client;
    client.on('notification', ({ payload }) => this.receive(payload));
    client.on('error', () => this.reconnect(client));
    client.on('end', () => this.reconnect(client));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch {
      this.reconnect(client);
    }
    if (this.client !== client || this.isClosed) return;
    this.heartbeat = setInterval(() => void client.query('select 1').catch(() => this.reconnect(client)), heartbeat);
    this.isSubscribed = true;
    this.onGap();
  }

  private receive(payload: string | undefined): void {
    const event = readEvent(payload);
    if (event && !this.isClosed) this.onEvent(event);
  }

  private reconnect(client: pg.Client): void {
    if (this.isClosed || this.client !== client) return;
    this.client = undefined;
    this.isSubscribed = false;
    clearInterval(this.heartbeat);
    client.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.open(), this.times.retry);
  }
}

/** @returns undefined for an invalid payload: any client of the database may write to the channel */
function readEvent(payload = ''): SiteEvent | undefined {
  try {
    const event: unknown = JSON.parse(payload);
    return typeof event === 'object' && event !== null && 'type' in event ? (event as SiteEvent) : undefined;
  } catch {
    return undefined;
  }
}
