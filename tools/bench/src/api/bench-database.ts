import { join } from 'node:path';
import { createDataSource, NO_LIMITS } from '@portfolio/database';
import { launchProcess } from '@portfolio/lifecycle/supervisor';
import { ROOT } from '../site.ts';
import { seed, type Size } from './seed.ts';

/** @param folder for storage and uploads, which stay empty */
export const apiSettings = (databaseUrl: string, folder: string) => ({
  PORT: '0',
  HOST: '127.0.0.1',
  TRUST_PROXY: 'loopback',
  DATABASE_URL: databaseUrl,
  STORAGE_DIR: join(folder, 'storage'),
  UPLOAD_DIR: join(folder, 'uploads'),
  JWT_SECRET: '9e1c64f1b7a0d35c8e27f6b94a0d13587cbe2f90',
});

/** Creates, migrates and fills a database. @returns its address */
export async function createDatabase(url: string, name: string, size: Size): Promise<string> {
  const address = new URL(url);
  address.pathname = `/${name}`;
  await withDatabase(url, (admin) => admin.query(`create database ${name}`));
  const env = { DATABASE_URL: address.href };
  const migrate = { name: 'migrate', command: process.execPath, args: [join(ROOT, 'api/dist/migrate.js')], env };
  await launchProcess({ ...migrate, startTimeoutMs: 0 }).finished();
  await withDatabase(address.href, (database) => seed(database, size));
  return address.href;
}

type Database = ReturnType<typeof createDataSource>;

async function withDatabase(url: string, action: (database: Database) => Promise<unknown>): Promise<void> {
  const options = { url, poolSize: 1, limits: NO_LIMITS };
  const database = await createDataSource(options).initialize();
  try {
    await action(database);
  } finally {
    await database.destroy();
  }
}
