import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createDataSource, EventListener, migrate, Photo } from '@portfolio/database';
import { JobQueue, prepareQueue, queueBackend } from '@portfolio/jobs';
import { startLocalPostgres, type LocalPostgres } from '@portfolio/local-postgres';
import { DiskStorage, PHOTO_KEYS } from '@portfolio/storage';
import { peakMemory, processorTime } from '@portfolio/testing/process-stats';
import sharp from 'sharp';
import type { DataSource } from 'typeorm';
import { startService, type NodeProcess } from '../node-process.ts';
import type { Photograph } from '../photographs.ts';
import type { BareRender } from './bare-loop.ts';

/** Measurement of one or several renders. */
export interface Render extends Omit<BareRender, 'peak'> {
  /** Until the first rendition of any photo; `durationMs` is until all photos are ready. */
  firstRenditionMs: number;
}

interface PendingPhoto {
  visibleAt?: number;
  resolveReady: (at: number) => void;
  reject: (error: unknown) => void;
}

/** Database, queue, storage and worker, without API and web. */
export class WorkerSite {
  private worker: NodeProcess | undefined;
  private readonly pending = new Map<number, PendingPhoto>();
  private readonly events: EventListener;

  private constructor(
    private readonly folder: string,
    private readonly postgres: LocalPostgres,
    private readonly database: DataSource,
    private readonly jobs: JobQueue,
  ) {
    this.events = new EventListener(postgres.url, (event) => void this.onEvent(event));
  }

  static async open(folder: string): Promise<WorkerSite> {
    const postgres = await startLocalPostgres({ dataDir: join(folder, 'database') });
    const database = await createDataSource({ url: postgres.url }).initialize();
    await migrate(database);
    const backend = queueBackend({ databaseUrl: postgres.url });
    await prepareQueue(backend);
    const jobs = new JobQueue(backend, (error) => console.error(error));
    const site = new WorkerSite(join(folder, 'files'), postgres, database, jobs);
    await site.events.open();
    return site;
  }

  async startWorker(concurrency: number): Promise<void> {
    this.worker = await startService('worker', {
      DATABASE_URL: this.postgres.url,
      STORAGE_DIR: this.folder,
      CONCURRENCY: String(concurrency),
      MALLOC_ARENA_MAX: '2',
    });
  }

  async stopWorker(): Promise<void> {
    await this.worker?.stop();
    this.worker = undefined;
  }

  /** Peak memory of the worker in MB. */
  peak(): number {
    return peakMemory(this.worker?.pid ?? 0) ?? NaN;
  }

  /** Renders the photograph several times in parallel. The time starts once all originals are stored. */
  async render(photograph: Photograph, times: number): Promise<Render> {
    const ids = await Promise.all(Array.from({ length: times }, () => this.store(photograph)));
    const photos = ids.map((id) => {
      const ready = new Promise<number>((resolve, reject) => this.pending.set(id, { resolveReady: resolve, reject }));
      return { id, ready };
    });
    const cpu = this.cpu();
    const start = performance.now();
    for (const { id } of photos) this.jobs.add('photo.render', { photoId: id }).catch(this.pending.get(id)!.reject);
    const readyTimes = await Promise.all(photos.map(({ ready }) => ready));
    const durationMs = Math.max(...readyTimes) - start;
    const used = this.cpu() - cpu;
    const first = Math.min(...ids.map((id, index) => this.pending.get(id)?.visibleAt ?? readyTimes[index]!));
    for (const id of ids) this.pending.delete(id);
    return { durationMs, cpuMs: used, bytes: await this.bytes(ids), firstRenditionMs: first - start };
  }

  async stop(): Promise<void> {
    await this.stopWorker();
    await this.events.close();
    await this.jobs.close();
    await this.database.destroy();
    await this.postgres.stop();
  }

  /** Stores the original and inserts its row, as the API does after an upload. */
  private async store({ file, extension }: Photograph): Promise<number> {
    const originalKey = PHOTO_KEYS.original(randomUUID(), extension);
    await new DiskStorage(this.folder).write(originalKey, file);
    const { autoOrient } = await sharp(file).metadata();
    const contentHash = createHash('sha256').update(file).digest('hex');
    const photos = this.database.getRepository(Photo);
    const row = { title: 'Bench', originalKey, contentHash, originalBytes: file.length, ...autoOrient };
    return (await photos.save(photos.create(row))).id;
  }

  private async onEvent(event: { type: string; photo_id?: number }): Promise<void> {
    const at = performance.now();
    const photo = event.photo_id === undefined ? undefined : this.pending.get(event.photo_id);
    if (!photo) return;
    if (event.type === 'photo.ready') photo.resolveReady(at);
    if (event.type === 'photo.failed') photo.reject(new Error(`Photo ${event.photo_id} failed`));
    if (event.type !== 'photo.progress' || photo.visibleAt !== undefined) return;
    // The back office refetches the photo, too.
    const row = await this.database.getRepository(Photo).findOneBy({ id: event.photo_id! }).catch(photo.reject);
    if (row && row.renditions.length > 0) photo.visibleAt ??= at;
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
