import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { loadEnv } from '@portfolio/config';
import type { SettingName } from '@portfolio/contracts';
import { BackgroundImage, Photo, Setting } from '@portfolio/database';
import { JobQueue } from '@portfolio/jobs';
import { QUEUE_TABLES } from '@portfolio/jobs/queue-tables';
import { BACKGROUND_KEYS, DiskStorage, PHOTO_KEYS, type Storage } from '@portfolio/storage';
import { aJpeg, createTestDatabase } from '@portfolio/testing';
import { DataSource } from 'typeorm';
import { WorkerEnv } from '../src/env.ts';
import { MakeRenditions } from '../src/pictures/make-renditions.ts';
import { PicturesRepository } from '../src/pictures/pictures.repository.ts';
import { RefreshPicture } from '../src/pictures/refresh-picture.ts';
import { RenderMemory } from '../src/pictures/render-memory.ts';
import { RenderMetrics } from '../src/pictures/render-metrics.ts';
import { RenderPicture } from '../src/pictures/render-picture.ts';
import { WorkerModule } from '../src/worker.module.ts';

export type Backend = Awaited<ReturnType<typeof createBackend>>;

/** The worker's classes with their own database, queue and folder. Jobs run only when called. */
export async function createBackend(settings: Record<string, string> = {}) {
  const database = await createTestDatabase(QUEUE_TABLES);
  const folder = await mkdtemp(join(tmpdir(), 'worker-test-'));
  const variables = {
    DATABASE_URL: database.url,
    STORAGE_DIR: folder,
    CONCURRENCY: '1',
    LOG_LEVEL: 'silent',
    ...settings,
  };
  const app = await NestFactory.createApplicationContext(WorkerModule.for(loadEnv(WorkerEnv, variables)), {
    logger: false,
  });
  const dataSource = app.get(DataSource);
  const photos = dataSource.getRepository(Photo);
  const backgrounds = dataSource.getRepository(BackgroundImage);
  const storage = new DiskStorage(folder);

  async function storeOriginal(given: Buffer | undefined, key: string) {
    const content = given ?? (await aJpeg({ width: 480, height: 320 }));
    await storage.write(key, content);
    const contentHash = createHash('sha256').update(content).digest('hex');
    return { originalKey: key, contentHash, width: 1, height: 1, originalBytes: content.length };
  }

  return {
    app,
    variables,
    photos,
    backgrounds,
    storage,
    /** A photo as the API leaves it after an upload: original stored, row `processing`. */
    async accept(original?: Buffer, row: Partial<Photo> = {}): Promise<Photo> {
      const stored = await storeOriginal(original, PHOTO_KEYS.original(randomUUID(), 'jpg'));
      return photos.save(photos.create({ title: 'Harbour', ...stored, ...row }));
    },
    /** The same for a background image. */
    async acceptBackground(original?: Buffer, row: Partial<BackgroundImage> = {}): Promise<BackgroundImage> {
      const stored = await storeOriginal(original, BACKGROUND_KEYS.original(randomUUID(), 'jpg'));
      return backgrounds.save(backgrounds.create({ ...stored, ...row }));
    },
    async set(settings: Partial<Record<SettingName, string>>): Promise<void> {
      const rows = Object.entries(settings).map(([name, value]) => ({ name, value }));
      await dataSource.getRepository(Setting).save(rows);
    },
    /** The jobs on a storage with replaced methods, and with their own memory. */
    over(changes: Partial<Storage>, memory = new RenderMemory()) {
      const altered = new Proxy(storage as Storage, {
        get: (target, name: keyof Storage) => changes[name] ?? target[name].bind(target),
      });
      const pictures = app.get(PicturesRepository);
      const make = new MakeRenditions(pictures, altered, memory, app.get(RenderMetrics));
      const refresh = new RefreshPicture(pictures, make);
      return { refresh, render: new RenderPicture(pictures, make, refresh, app.get(JobQueue)) };
    },
    async find(id: number): Promise<Photo> {
      return photos.findOneByOrFail({ id });
    },
    async keys(folderOfStorage: string): Promise<string[]> {
      const keys: string[] = [];
      for await (const { key } of storage.list(folderOfStorage)) keys.push(key);
      return keys.sort();
    },
    /** Sets the file's age in milliseconds. */
    async age(key: string, milliseconds: number): Promise<void> {
      const time = new Date(Date.now() - milliseconds);
      await utimes(join(folder, key), time, time);
    },
    async close(): Promise<void> {
      await app.get(JobQueue).close();
      await app.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
