import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { loadEnv } from '@portfolio/config';
import { Photo } from '@portfolio/database';
import { JobQueue, prepareQueue, queueBackend } from '@portfolio/jobs';
import { DiskStorage, PHOTO_KEYS } from '@portfolio/storage';
import { aJpeg, createTestDatabase } from '@portfolio/testing';
import { DataSource } from 'typeorm';
import { WorkerEnv } from '../src/env.ts';
import { WorkerModule } from '../src/worker.module.ts';

export type Backend = Awaited<ReturnType<typeof createBackend>>;

/** The worker's classes on a database, a queue and a folder of their own; no job runs by itself. */
export async function createBackend(settings: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'worker-test-'));
  const variables = {
    DATABASE_URL: database.url,
    STORAGE_DIR: folder,
    CONCURRENCY: '1',
    LOG_LEVEL: 'silent',
    ...settings,
  };
  await prepareQueue(queueBackend({ databaseUrl: database.url }));
  const app = await NestFactory.createApplicationContext(WorkerModule.for(loadEnv(WorkerEnv, variables)), {
    logger: false,
  });
  const photos = app.get(DataSource).getRepository(Photo);
  const storage = new DiskStorage(folder);

  return {
    app,
    variables,
    photos,
    storage,
    /** A photo as the api leaves it behind after an upload: its original kept, its row `processing`. */
    async accept(original?: Buffer, row: Partial<Photo> = {}): Promise<Photo> {
      const content = original ?? (await aJpeg({ width: 480, height: 320 }));
      const originalKey = PHOTO_KEYS.original(randomUUID(), 'jpg');
      await storage.write(originalKey, content);
      const contentHash = createHash('sha256').update(content).digest('hex');
      const size = { width: 1, height: 1, originalBytes: content.length };
      return photos.save(photos.create({ title: 'Harbour', originalKey, contentHash, ...size, ...row }));
    },
    async find(id: number): Promise<Photo> {
      return photos.findOneByOrFail({ id });
    },
    async keys(folderOfStorage: string): Promise<string[]> {
      const keys: string[] = [];
      for await (const { key } of storage.list(folderOfStorage)) keys.push(key);
      return keys.sort();
    },
    /** Makes the file look as if it had been kept that many milliseconds ago. */
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
