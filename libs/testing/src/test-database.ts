import { createHash, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDataSource, migrate, MIGRATIONS, NO_LIMITS } from '@portfolio/database';
import { startLocalPostgres, type LocalPostgres } from '@portfolio/local-postgres';
import pg from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';

/** New database with the current schema and no content. */
export interface TestDatabase {
  url: string;
  /** Drops the database with all its connections. */
  drop(): Promise<void>;
}

/** Data directory of the one server for all tests of this checkout. */
const DATA_DIR = join(tmpdir(), `portfolio-test-postgres-${hash(import.meta.url)}`);
/** Milliseconds that the server outlives its last user, so that the next project's tests find it running. */
const LINGER_MS = 10_000;
/** For the pools of all Jest workers of three projects. */
const MAX_CONNECTIONS = 300;
/** Any number that no other advisory lock of the test server uses. */
const TEMPLATE_LOCK = 7_305_119;

let server: Promise<LocalPostgres> | undefined;

/** Tables beside the schema; part of the template. */
export interface SchemaExtension {
  /** Name and version; part of the template's name. */
  name: string;
  apply(url: string): Promise<void>;
}

/** Runs statements one after another, without the time limits of requests. */
export async function runAll(url: string, statements: string[]): Promise<void> {
  const database = await createDataSource({ url, poolSize: 1, limits: NO_LIMITS }).initialize();
  try {
    for (const statement of statements) await database.query(statement);
  } finally {
    await database.destroy();
  }
}

/**
 * Any number of Jest processes may call it concurrently. Takes about 0.03 s when the test server runs, else 1 s.
 *
 * @param extension tables beside the schema, such as those of the queue
 */
export async function createTestDatabase(extension?: SchemaExtension): Promise<TestDatabase> {
  server ??= startLocalPostgres({
    dataDir: DATA_DIR,
    durable: false,
    temporary: true,
    linger: LINGER_MS,
    maxConnections: MAX_CONNECTIONS,
  });
  const { url } = await server;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(url, async (admin) => {
    const template = await ensureTemplate(admin, url, extension);
    await admin.query(`create database ${name} template ${template}`);
  });
  let dropping: Promise<void> | undefined;
  return { url: databaseUrl(url, name), drop: () => (dropping ??= drop(url, name)) };
}

async function drop(url: string, name: string): Promise<void> {
  await asAdmin(url, (admin) => admin.query(`drop database if exists ${name} with (force)`));
}

/** Migrated database to copy, named after a hash of its migrations. */
async function ensureTemplate(admin: pg.Client, url: string, extension?: SchemaExtension): Promise<string> {
  const schema = hash(await schemaSql());
  const template = `template_${schema}${extension ? `_${hash(extension.name)}` : ''}`;
  // Held until the template exists.
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template]);
    if (rowCount) return template;
    const draft = `${template}_draft`;
    await admin.query(`drop database if exists ${draft} with (force)`);
    await admin.query(`create database ${draft}`);
    const dataSource = await createDataSource({ url: databaseUrl(url, draft), poolSize: 2 }).initialize();
    try {
      await migrate(dataSource);
    } finally {
      await dataSource.destroy();
    }
    await extension?.apply(databaseUrl(url, draft));
    await admin.query(`alter database ${draft} rename to ${template}`);
    return template;
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

/** Statements of all migrations, without a database. */
async function schemaSql(): Promise<string> {
  const statements: string[] = [];
  // Migrations ignore the results.
  const query = (statement: string) => Promise.resolve(void statements.push(statement) as never);
  for (const Migration of MIGRATIONS) await new Migration().up({ query } as Partial<QueryRunner> as QueryRunner);
  return statements.join(';');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

async function asAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(url);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/**
 * Waits until another connection to that database waits for a lock.
 *
 * @param statement ends the wait too once it settles, since it may not be blocked
 */
export async function waitUntilBlocked(database: DataSource, statement?: Promise<unknown>): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let isOver = false;
  const over = () => (isOver = true);
  statement?.then(over, over);
  while (!isOver && (await database.query<unknown[]>(waiting)).length === 0) await wait(10);
}
