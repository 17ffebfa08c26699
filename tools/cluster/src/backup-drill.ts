import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_FOLDERS, forEachConcurrent } from '@portfolio/storage';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { withCluster, type Cluster } from './cluster.ts';
import type { Command } from './main.ts';
import { numberedJpegs } from './numbered-pictures.ts';
import { ScaleSite } from './scale-site.ts';
import { ROOT } from './services/compose-file.ts';

const CONNECTIONS = 4;
/** Small: the drill is about files and rows, not about rendering. */
const MEGAPIXELS = 0.3;

interface SiteContent {
  /** Rows of all tables as JSON. */
  rows: Map<string, string>;
  /** SHA-256 of all files, renditions included. */
  files: Map<string, string>;
}

/**
 * Fills a site, backs it up, wipes it, restores it on disk and on S3, and renders all photos. Compares all rows and files,
 * and prints the times.
 */
export const command: Command = async ({ dataDir, args, signal }) => {
  const count = Number(args[0] ?? 1000);
  const bag = join(dataDir, 'bag');
  const first = join(dataDir, 'first');
  const replicas = { worker: 2 };
  const before = await withCluster({ dataDir: first, storage: 'disk', replicas }, async (cluster) => {
    await fill(cluster, count, signal);
    await timed('backup of disk', () => run(cluster, 'backup.js', bag));
    await timed('check of the bag', () => run(cluster, 'backup.js', '--verify', bag));
    return readContent(cluster);
  });
  rmSync(first, { recursive: true, force: true });
  console.log(`  wiped: ${before.rows.size} rows and ${before.files.size} files`);

  let faults = 0;
  for (const storage of ['disk', 's3'] as const) {
    const folder = join(dataDir, storage);
    await withCluster({ dataDir: folder, storage, replicas }, async (cluster) => {
      await timed(`restore on ${storage}`, () => run(cluster, 'restore.js', bag));
      await timed(`rendering on ${storage}`, () => run(cluster, 'admin.js', 'rerender'));
      const after = await readContent(cluster);
      faults += compare(`rows on ${storage}`, before.rows, after.rows);
      faults += compare(`files on ${storage}`, before.files, after.files);
      if (storage === 's3') await timed('backup of s3', () => run(cluster, 'backup.js', join(dataDir, 'bag-of-s3')));
    });
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(faults === 0 ? '\n  It is the same site.' : `\n  ${faults} rows or files differ.`);
  return faults === 0 ? 0 : 1;
};

async function fill(cluster: Cluster, count: number, signal: AbortSignal): Promise<void> {
  const site = await ScaleSite.signIn(cluster.url, cluster.account);
  const picture = await numberedJpegs(count, MEGAPIXELS);
  await timed(`${count} photos uploaded and rendered`, async () => {
    await forEachConcurrent(Array(count).keys(), CONNECTIONS, async (index) => {
      signal.throwIfAborted();
      await site.upload(`“Drill” ${index},\nwith a line`, picture(index));
    });
    await eventually(
      () => cluster.sql(`select 1 from photos where status = 'processing' limit 1`),
      (rows) => rows.length === 0,
      { timeoutMs: Infinity, intervalMs: 500, signal },
    );
  });
  await cluster.sql(
    `insert into galleries (title, slug) select 'Gallery ' || n, 'gallery-' || n from generate_series(1, 20) n`,
  );
  await cluster.sql(`insert into gallery_photos (gallery_id, photo_id, position)
    select gallery.id, photo.id, row_number() over (partition by gallery.id order by photo.id desc) - 1
    from galleries gallery join photos photo on photo.id % 20 = gallery.id % 20`);
  await cluster.sql(`insert into comments (photo_id, author_name, author_email, content, is_approved)
    select id, 'Ruth', 'ruth@example.com', E'Line\\n"two", ' || id, id % 3 > 0 from photos`);
}

/** Runs a command of the API with its environment. */
async function run(cluster: Cluster, script: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'api/dist', script), ...args], {
    env: cluster.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.on('data', (text: Buffer) => process.stdout.write(`    ${text.toString()}`));
  const [status] = (await once(child, 'close')) as [number];
  if (status !== 0) throw new Error(`${script} ended with status ${status}`);
}

async function readContent(cluster: Cluster): Promise<SiteContent> {
  const rows = new Map<string, string>();
  // Each database has its own times of migrations.
  const tables = await cluster.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relpersistence = 'p' and relname <> 'migrations'`,
  );
  for (const { name } of tables) {
    // The restore replaces the first account of the cluster, which increments its token_version.
    const found = await cluster.sql<{ row: string }>(
      `select (to_jsonb(tab) - 'token_version')::text as row from ${name} tab`,
    );
    for (const { row } of found) rows.set(`${name} ${row}`, '');
  }
  const files = new Map<string, string>();
  const storage = await cluster.storage();
  for (const folder of FILE_FOLDERS) {
    for await (const { key } of storage.list(folder)) {
      const content = await storage.read(key);
      files.set(key, createHash('sha256').update(content!).digest('hex'));
    }
  }
  return { rows, files };
}

/** @returns the number of differences */
function compare(title: string, before: Map<string, string>, after: Map<string, string>): number {
  const lost = [...before].filter(([key, value]) => after.get(key) !== value).map(([key]) => key);
  const extra = [...after.keys()].filter((key) => !before.has(key));
  const different = [...lost, ...extra];
  console.log(`  ${title}: ${after.size} of ${before.size}, ${different.length} differ`);
  for (const key of different.slice(0, 5)) console.log(`    ${key.slice(0, 200)}`);
  return different.length;
}

async function timed(title: string, action: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await action();
  console.log(`  ${title}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
