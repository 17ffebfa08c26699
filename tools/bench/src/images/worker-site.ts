import { createHash, randomUUID } from 'node:crypto';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createDataSource, EventListener, migrate, Photo } from '@portfolio/database';
import { JobQueue, prepareQueue, queueBackend } from '@portfolio/jobs';
import { startLocalPostgres, type LocalPostgres } from '@portfolio/local-postgres';
import { DiskStorage, PHOTO_KEYS } from '@portfolio/storage';
import sharp from 'sharp';
import type { DataSource } from 'typeorm';
import { childEnv } from '../env.ts';
import type { Photograph } from '../photographs.ts';
import { peakOf, processorTime } from '../processes.ts';

const WORKER = join(import.meta.dirname, '../../../../worker/dist/start.cjs');
/** What was measured of one render, or of several. */
export interface Rendered {
  /** Milliseconds from the request to the last photo that is ready. */
  took: number;
  /** Milliseconds of processor time of the worker. */
  cpu: number;
  /** Of all renditions. */
  bytes: number;
  /** Milliseconds from the request until the first photo has a rendition to be shown. */
  visible: number;
}

/** Database, queue, files and the worker, as they run on a server of one's own: without api and pages. */
export class WorkerSite {
  private worker: ChildProcess | undefined;
  private readonly waiting = new Map<number, { visible?: number; ready: (at: number) => void }>();

  private constructor(
    private readonly folder: string,
    private readonly postgres: LocalPostgres,
    private readonly database: DataSource,
    private readonly jobs: JobQueue,
    private readonly events: EventListener[],
  ) {}

  static async open(folder: string): Promise<WorkerSite> {
    const postgres = await startLocalPostgres({ dataDir: join(folder, 'database') });
    const database = await createDataSource({ url: postgres.url }).initialize();
    await migrate(database);
    const backend = queueBackend({ databaseUrl: postgres.url });
    await prepareQueue(backend);
    const jobs = new JobQueue(backend, (error) => console.error(error));
    const site: WorkerSite = new WorkerSite(join(folder, 'files'), postgres, database, jobs, []);
    const events = new EventListener(postgres.url, (event) => void site.hear(event));
    site.events.push(events);
    await events.open();
    return site;
  }

  /** @param concurrency pictures at the same time */
  async startWorker(concurrency: number): Promise<void> {
    const env = childEnv({
      DATABASE_URL: this.postgres.url,
      STORAGE_DIR: this.folder,
      CONCURRENCY: String(concurrency),
      LOG_LEVEL: 'error',
      MALLOC_ARENA_MAX: '2',
    });
    this.worker = fork(WORKER, [], { env, execArgv: [] });
    const [message] = (await once(this.worker, 'message')) as [{ type: string; reason?: string }];
    if (message.type !== 'ready') throw new Error(`The worker did not start: ${message.reason}`);
  }

  async stopWorker(): Promise<void> {
    if (!this.worker) return;
    const end = once(this.worker, 'exit');
    this.worker.kill('SIGTERM');
    await end;
    this.worker = undefined;
  }

  /** Most memory that the worker ever had, in megabytes. */
  peak(): number {
    return peakOf(this.worker?.pid ?? 0) ?? NaN;
  }

  /** Has the photograph rendered that many times over, from the moment in which all of these uploads are accepted. */
  async render(photograph: Photograph, times: number): Promise<Rendered> {
    const ids = await Promise.all(Array.from({ length: times }, () => this.accept(photograph)));
    const photos = ids.map((id) => {
      const ready = new Promise<number>((resolve) => this.waiting.set(id, { ready: resolve }));
      return { id, ready };
    });
    const cpu = this.cpu();
    const began = performance.now();
    for (const { id } of photos) void this.jobs.add('photo.render', { photoId: id });
    const ends = await Promise.all(photos.map(({ ready }) => ready));
    const took = Math.max(...ends) - began;
    const used = this.cpu() - cpu;
    const first = Math.min(...ids.map((id, index) => this.waiting.get(id)?.visible ?? ends[index]!));
    for (const id of ids) this.waiting.delete(id);
    return { took, cpu: used, bytes: await this.bytes(ids), visible: first - began };
  }

  async close(): Promise<void> {
    await this.stopWorker();
    for (const events of this.events) await events.close();
    await this.jobs.close();
    await this.database.destroy();
    await this.postgres.stop();
  }

  /** As the api leaves it behind after an upload: the original kept, the row `processing`. */
  private async accept({ file, extension }: Photograph): Promise<number> {
    const originalKey = PHOTO_KEYS.original(randomUUID(), extension);
    await new DiskStorage(this.folder).write(originalKey, file);
    const { autoOrient } = await sharp(file).metadata();
    const contentHash = createHash('sha256').update(file).digest('hex');
    const photos = this.database.getRepository(Photo);
    const row = { title: 'Bench', originalKey, contentHash, originalBytes: file.length, ...autoOrient };
    return (await photos.save(photos.create(row))).id;
  }

  private async hear(event: { type: string; photo_id?: number }): Promise<void> {
    const at = performance.now();
    const photo = event.photo_id === undefined ? undefined : this.waiting.get(event.photo_id);
    if (!photo) return;
    if (event.type === 'photo.ready') photo.ready(at);
    if (event.type === 'photo.failed') throw new Error(`Photo ${event.photo_id} failed`);
    if (event.type !== 'photo.progress' || photo.visible !== undefined) return;
    // What the back office does: it looks at the photo, and shows what is there of it.
    const row = await this.database.getRepository(Photo).findOneBy({ id: event.photo_id! });
    if (row && row.renditions.length > 0) photo.visible ??= at;
  }

  private async bytes(ids: number[]): Promise<number> {
    const rows = await this.database.query<{ bytes: string }[]>(
      `select sum((rendition->>'bytes')::int) as bytes from photos, jsonb_array_elements(renditions) rendition
       where id = any($1)`,
      [ids],
    );
    return Number(rows[0]?.bytes);
  }

  private cpu(): number {
    return processorTime(this.worker?.pid ?? 0) ?? NaN;
  }
}
