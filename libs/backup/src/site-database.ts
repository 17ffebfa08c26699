import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { databaseOptions, MIGRATIONS, NO_LIMITS } from '@portfolio/database';
import { messageOf } from '@portfolio/lifecycle';
import { from, to } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import { TransientBackupError } from './backup-error.ts';

/** Connection with COPY. */
export interface SiteConnection {
  query<T = unknown>(sql: string, parameters?: unknown[]): Promise<T[]>;
  /** Streams `copy … to stdout` to the consumer, whose errors close the connection. @returns the number of rows */
  copyOut(sql: string, consume: (rows: Readable) => Promise<unknown>): Promise<number>;
  /** Stream for `copy … from stdin`; `rowCount` is set when it has finished. */
  copyIn(sql: string): Writable & { rowCount: number };
}

/**
 * Connects to the database without timeouts.
 *
 * @param migrations of the data source
 * @throws TransientBackupError when the database cannot be reached
 */
export async function openSiteDatabase(url: string, migrations = MIGRATIONS): Promise<DataSource> {
  const options = databaseOptions({ url, poolSize: 3, limits: NO_LIMITS });
  try {
    return await new DataSource({ ...options, migrations }).initialize();
  } catch (cause) {
    throw new TransientBackupError(`The database cannot be reached: ${messageOf(cause)}`, { cause });
  }
}

/** Runs the action on its own connection, with the same text formats on every server. */
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
      copyOut: (sql, consume) => copyOut(client, sql, consume),
      copyIn: (sql) => client.query(from(sql)),
    });
  } finally {
    // Resets the formats before the pool reuses the connection.
    await runner.query('discard all').catch(() => undefined);
    await runner.release();
  }
}

interface Client {
  query<S>(stream: S): S;
  query(sql: string): Promise<unknown>;
  connection: { stream: Socket };
}

async function copyOut(client: Client, sql: string, consume: (rows: Readable) => Promise<unknown>): Promise<number> {
  const stream = client.query(to(sql));
  // The stream also emits connection errors after its end.
  stream.on('error', () => undefined);
  try {
    await consume(stream);
    // The row count arrives before the response to the next query.
    await client.query('select 1');
    return stream.rowCount;
  } catch (error) {
    // A copy cannot be cancelled: the next query, also a rollback, would wait for unread rows.
    client.connection.stream.destroy();
    throw error;
  }
}

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

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
