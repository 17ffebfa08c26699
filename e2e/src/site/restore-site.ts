import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { startLocalPostgres } from '@portfolio/local-postgres';
import pg from 'pg';
import { Artist } from '../artist.ts';
import type { Site } from './site.ts';

/** Database schema that holds a copy of every table of the site template. */
export const PRISTINE = 'e2e_pristine';
/** Tables without content, and those that triggers fill. */
const NOT_CONTENT = ['migrations', 'content_stamp', 'photo_listings', 'photo_search', 'photo_tags', 'row_counts'];

/** Copies every content table of a stopped site into the schema PRISTINE. */
export function snapshotDatabase(dataDir: string): Promise<void> {
  return withDatabase(dataDir, async (client) => {
    await client.query(`create schema ${PRISTINE}`);
    for (const table of await contentTables(client)) {
      await client.query(`create table ${PRISTINE}.${table} as table public.${table}`);
    }
  });
}

async function withDatabase(dataDir: string, action: (client: pg.Client) => Promise<void>): Promise<void> {
  const postgres = await startLocalPostgres({ dataDir: join(dataDir, 'postgres') });
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
    await action(client);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

interface RestoreOptions {
  site: Site;
  dataDir: string;
  /** Folder of a stopped site, with the snapshot in its database. */
  template: string;
}

/** Restores rows, files and caches of a running site. Ids of deleted rows are not used again. */
export async function restoreSite({ site, dataDir, template }: RestoreOptions): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    await waitForIdleQueue(client);
    await restoreFiles(join(template, 'storage'), join(dataDir, 'storage'));
    await restoreRows(client);
  });
  // A save through public-web clears its page cache.
  const artist = await Artist.signIn(site.url);
  await artist.setVisibility((await artist.galleries()).slice(0, 1), true);
  // public-web caches the settings of its last rendered page for outages of the API.
  await fetch(`${site.url}/imprint`);
}

/** Triggers set a new content version, which clears the caches of the API. */
async function restoreRows(client: pg.Client): Promise<void> {
  const tables = await contentTables(client);
  await client.query('begin');
  await client.query(`truncate ${tables.join(', ')}`);
  for (const table of tables) await client.query(`insert into ${table} select * from ${PRISTINE}.${table}`);
  await client.query('commit');
}

/** In the order of their creation, so that a table follows those that it references. */
async function contentTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ relname: string }>(
    `select relname from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1) order by oid`,
    [NOT_CONTENT],
  );
  return rows.map(({ relname }) => relname);
}

/** Copies missing files and removes new ones: a file never changes under the same path. */
async function restoreFiles(template: string, storage: string): Promise<void> {
  const [expected, existing] = [new Set(await files(template)), new Set(await files(storage))];
  for (const path of existing) if (!expected.has(path)) await rm(join(storage, path), { force: true });
  for (const path of expected) {
    if (!existing.has(path)) await cp(join(template, path), join(storage, path), { preserveTimestamps: true });
  }
}

async function files(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** A job of the previous test file could write to restored rows and files. */
async function waitForIdleQueue(client: pg.Client): Promise<void> {
  const busy = await eventually(
    async () => {
      const { rows } = await client.query(
        `select name, state, data from bullmq.job where state not in ('completed', 'failed', 'delayed')`,
      );
      return rows as object[];
    },
    (jobs) => jobs.length === 0,
    { timeoutMs: 120_000 },
  );
  if (busy.length > 0) throw new Error(`The queue is not idle: ${JSON.stringify(busy)}`);
}
