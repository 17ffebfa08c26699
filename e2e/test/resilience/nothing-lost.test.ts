import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { JobQueue, queueBackend } from '@portfolio/jobs';
import { eventually, freePort, waitUntil } from '@portfolio/lifecycle/supervisor';
import { Artist } from '../../src/artist.ts';
import { isFullLevel } from '@portfolio/testing/level';
import { makeTempFolder } from '@portfolio/testing/temp-folder';
import sharp from 'sharp';
import { KillableDatabase, KillableService } from '../../src/site/killable-processes.ts';

const UPLOADS = isFullLevel ? 200 : 16;
const CLIENTS = isFullLevel ? 12 : 6;
/** Uploads in flight when a process is killed. */
const IN_FLIGHT = isFullLevel ? 3 : 2;
const ACCOUNT = { email: 'artist@example.com', password: 'a long enough secret' };

/** Result of an upload; `cut`: the connection ended without a response. */
type UploadResult = 'accepted' | 'refused' | 'cut';

/** Pause of a client after a failure. */
const PAUSE_MS = 1_500;
const TIMEOUT_MS = 40_000;

/** File columns of a photo's row. */
interface Row {
  id: number;
  title: string;
  status: string;
  failure: string | null;
  version: string;
  renditions: { format: string; width: number }[];
  original_key: string;
}

let folder: string;
let database: KillableDatabase;
let api: KillableService;
let workers: [KillableService, KillableService];
let origin: string;

beforeAll(async () => {
  folder = await makeTempFolder('nothing-lost');
  database = await KillableDatabase.start(join(folder, 'postgres'));
  const port = String(await freePort());
  origin = `http://127.0.0.1:${port}`;
  const data = { DATABASE_URL: database.url, STORAGE_DIR: join(folder, 'storage') };
  const worker = { ...data, CONCURRENCY: '2', JOB_TAKEOVER_MS: '2000', MALLOC_ARENA_MAX: '2' };
  api = new KillableService('api', 'api/dist/start.cjs', {
    ...data,
    PORT: port,
    UPLOAD_DIR: join(folder, 'uploads'),
    JWT_SECRET: randomBytes(48).toString('base64url'),
    ADMIN_EMAIL: ACCOUNT.email,
    ADMIN_PASSWORD: ACCOUNT.password,
  });
  workers = [1, 2].map((n) => new KillableService(`worker ${n}`, 'worker/dist/start.cjs', worker)) as typeof workers;
  await new KillableService('migrate', 'api/dist/migrate.js', data).run();
  for (const program of [api, ...workers]) await program.start();
}, 120_000);

afterAll(async () => {
  for (const program of [api, ...workers]) await program.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

it(`${UPLOADS} uploads with every process killed: accepted ones become ready, others leave no files`, async () => {
  const { headers } = await Artist.signIn(origin, ACCOUNT);
  const crowd = new UploadCrowd(origin, headers, UPLOADS);
  const uploaded = crowd.run(CLIENTS);
  const [first, second] = workers;
  const victims = isFullLevel
    ? [api, first, database, second, api, database, first, api, database]
    : [api, first, database];
  const batch = Math.floor(UPLOADS / (victims.length + 1));
  for (const victim of victims) {
    // At a random step of an upload.
    await crowd.start(batch, { finished: Math.floor((Math.random() * batch) / 2), inFlight: IN_FLIGHT });
    await victim.kill();
    await victim.start();
  }
  await crowd.start(UPLOADS, { finished: IN_FLIGHT, inFlight: IN_FLIGHT });
  await database.killConnection();
  await uploaded;
  // A new worker enqueues lost jobs at its start.
  for (const worker of workers) await worker.kill();
  for (const worker of workers) await worker.start();

  const photos = await eventually(rows, (all) => all.every(({ status }) => status !== 'processing'));
  expect(crowd.results.size).toBe(UPLOADS);
  expect(crowd.count('accepted')).toBeGreaterThan(0);
  expect([...crowd.refusals].filter((status) => status !== 503)).toEqual([]);
  expect(photos.filter(({ status }) => status !== 'ready')).toEqual([]);
  const titles = photos.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  const titleSet = new Set(titles);
  const lost = [...crowd.results].filter(([title, outcome]) => outcome === 'accepted' && !titleSet.has(title));
  expect(lost).toEqual([]);
  const unexpected = [...crowd.results].filter(([title, outcome]) => outcome === 'refused' && titleSet.has(title));
  expect(unexpected).toEqual([]);

  await sweep();
  const stored = (await files('storage')).filter((path) => !path.startsWith('trash/'));
  expect(stored).toEqual(photos.flatMap(filesOf).sort());
  expect(await files('uploads')).toEqual([]);
}, 300_000);

it('an API killed between insert and enqueue enqueues the render at its next start', async () => {
  const [{ id }] = (await rows()) as [Row];
  // As before the enqueue; the worker would wait for a minute.
  await database.query(`update photos set status = 'processing', updated_at = now() where id = ${id}`);
  await api.kill();
  await api.start();
  const photos = await eventually(rows, (all) => all.every(({ status }) => status === 'ready'), { timeoutMs: 20_000 });
  expect(photos.filter(({ status }) => status !== 'ready')).toEqual([]);
});

async function rows(): Promise<Row[]> {
  const columns = 'id, title, status, failure, version, renditions, original_key';
  return (await database.query(`select ${columns} from photos order by id`)) as Row[];
}

/** All files of a ready photo. */
function filesOf({ id, version, renditions, original_key: original }: Row): string[] {
  return [original, ...renditions.map(({ width, format }) => `renditions/${id}/${version}/${width}.${format}`)];
}

async function files(name: string): Promise<string[]> {
  const root = join(folder, name);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => path.slice(root.length + 1)).sort();
}

/** Runs the hourly removal of files without a row. */
async function sweep(): Promise<void> {
  const bait = join(folder, 'storage/originals/00/bait.jpg');
  await mkdir(dirname(bait), { recursive: true });
  await writeFile(bait, 'of no photo');
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  for (const file of await files('storage')) await utimes(join(folder, 'storage', file), old, old);
  const jobs = new JobQueue(queueBackend({ databaseUrl: database.url }), () => undefined);
  await jobs.add('housekeeping.discard-orphans', {});
  await waitUntil(async () => !(await files('storage/originals')).includes('00/bait.jpg'));
  await waitUntil(async () => {
    const { active = 0, waiting = 0 } = await jobs.counts();
    return active + waiting === 0;
  });
  await jobs.close();
}

/** Clients that upload photos without retries, while the server is killed. */
class UploadCrowd {
  /** By title. */
  readonly results = new Map<string, UploadResult>();
  /** Statuses of failed responses. */
  readonly refusals = new Set<number>();
  private inFlight = 0;
  private started = 0;
  private limit = 0;

  constructor(
    private readonly origin: string,
    private readonly headers: Record<string, string>,
    private readonly total: number,
  ) {}

  /** Starts more uploads, and resolves when some have a response and others are in flight, or all have one. */
  async start(more: number, { finished, inFlight }: { finished: number; inFlight: number }): Promise<void> {
    this.limit += more;
    const target = this.results.size + finished;
    const isMissed = () => this.results.size >= Math.min(this.limit, this.total);
    while ((this.results.size < target || this.inFlight < inFlight) && !isMissed()) await wait(1);
  }

  /** Runs all uploads to their end. @param clients parallel uploads */
  async run(clients: number): Promise<void> {
    await Promise.all(Array.from({ length: clients }, () => this.client()));
  }

  count(result: UploadResult): number {
    return [...this.results.values()].filter((each) => each === result).length;
  }

  private async client(): Promise<void> {
    for (;;) {
      const number = (this.started += 1);
      if (number > this.total) return;
      const body = await form(number);
      while (number > this.limit) await wait(10);
      // Spreads the clients over the phases of an upload.
      await wait(Math.random() * 200);
      while ((await this.upload(titleOf(number), body)) === 'not sent') await wait(PAUSE_MS / 6);
      if (this.results.get(titleOf(number)) !== 'accepted') await wait(PAUSE_MS);
    }
  }

  private async upload(title: string, body: FormData): Promise<UploadResult | 'not sent'> {
    this.inFlight += 1;
    const result = await this.post(body);
    this.inFlight -= 1;
    if (result !== 'not sent') this.results.set(title, result);
    return result;
  }

  private async post(body: FormData): Promise<UploadResult | 'not sent'> {
    try {
      const response = await fetch(`${this.origin}/api/photos/upload`, {
        method: 'POST',
        // A reused connection may already be closed by the server.
        headers: { ...this.headers, connection: 'close' },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.arrayBuffer().catch(() => undefined);
      if (response.status === 201) return 'accepted';
      this.refusals.add(response.status);
      return 'refused';
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      return code === 'ECONNREFUSED' ? 'not sent' : 'cut';
    }
  }
}

const titleOf = (number: number) => `Photo ${number}`;

/** Each picture is unique. */
async function form(number: number): Promise<FormData> {
  const background = { r: number % 256, g: (number * 7) % 256, b: (number * 31) % 256 };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 };
  const image = await sharp({ create: { width: 360, height: 240, channels: 3, background, noise } })
    .tint(background)
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set('title', titleOf(number));
  body.set('image', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'photo.jpg');
  return body;
}
