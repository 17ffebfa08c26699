import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { databaseOptions, MIGRATIONS, NO_LIMITS } from '@portfolio/database';
import { from, to } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import { BackupError } from './backup-error.ts';

/** One connection, which may copy whole tables. */
export interface SiteConnection {
  query<T = unknown>(sql: string, parameters?: unknown[]): Promise<T[]>;
  /**
   * Has what the `copy … to stdout` gives taken, to its last byte.
   *
   * @returns how many rows there were
   * @throws what the taker throws; the connection is gone then
   */
  copyOut(sql: string, take: (rows: Readable) => Promise<unknown>): Promise<number>;
  /** Takes what the `copy … from stdin` reads; `rowCount` is how many rows there were, once it has finished. */
  copyIn(sql: string): Writable & { rowCount: number };
}

/**
 * Reaches the database for work that takes as long as it takes: of what api and worker set, no limit of time holds.
 *
 * @param migrations that this data source knows
 * @throws BackupError when the database is away
 */
export async function openSiteDatabase(url: string, migrations = MIGRATIONS): Promise<DataSource> {
  // A migration beside the work has as many of its own.
  const options = databaseOptions({ url, poolSize: 3, limits: NO_LIMITS });
  try {
    return await new DataSource({ ...options, migrations }).initialize();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BackupError(`The database cannot be reached: ${reason}`, 1, { cause });
  }
}

/** Runs the action on a connection of its own, in which dates and texts are written in the same way everywhere. */
export async function onConnection<T>(
  dataSource: DataSource,
  action: (connection: SiteConnection) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  const client = (await runner.connect()) as Client;
  try {
    await runner.query(
      `select set_config('datestyle', 'ISO, YMD', false), set_config('timezone', 'UTC', false),
              set_config('intervalstyle', 'iso_8601', false), set_config('bytea_output', 'hex', false),
              set_config('extra_float_digits', '1', false), set_config('client_encoding', 'UTF8', false)`,
    );
    return await action({
      query: (sql, parameters) => runner.query(sql, parameters),
      copyOut: (sql, take) => copyOut(client, sql, take),
      copyIn: (sql) => client.query(from(sql)),
    });
  } finally {
    // With another tongue than those of the others it is of no use to them.
    await runner.query('discard all').catch(() => undefined);
    await runner.release();
  }
}

/** What is used of the driver's own connection. */
interface Client {
  query<S>(stream: S): S;
  query(sql: string): Promise<unknown>;
  connection: { stream: Socket };
}

async function copyOut(client: Client, sql: string, take: (rows: Readable) => Promise<unknown>): Promise<number> {
  const stream = client.query(to(sql));
  // It tells of the end of the connection, too, when nobody listens any more.
  stream.on('error', () => undefined);
  try {
    await take(stream);
    // The count comes behind the last row, and another answer only after both.
    await client.query('select 1');
    return stream.rowCount;
  } catch (error) {
    // A copy cannot be called off: whatever is asked next, a rollback too, would wait for rows that nobody takes.
    client.connection.stream.destroy();
    throw error;
  }
}

/** Runs the action in a transaction of the connection. */
export async function inTransaction<T>(connection: SiteConnection, mode: string, action: () => Promise<T>): Promise<T> {
  await connection.query(`begin ${mode}`);
  try {
    const result = await action();
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** A name as SQL writes it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
