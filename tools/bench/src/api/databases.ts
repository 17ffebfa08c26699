import { join } from 'node:path';
import { createDataSource } from '@portfolio/database';
import { startLocalPostgres } from '@portfolio/local-postgres';
import { runMigrations } from './api-child.ts';
import { seed, type Size } from './seed.ts';

/** One PostgreSQL with any number of seeded databases. */
export interface Databases {
  /** Makes one more, of that size. @returns its address */
  add(name: string, size: Size): Promise<string>;
  stop(): Promise<void>;
}

/** The PostgreSQL that npm brought, with the settings of a real site. */
export async function startDatabases(folder: string): Promise<Databases> {
  const postgres = await startLocalPostgres({ dataDir: join(folder, 'postgres') });
  return {
    async add(name, size) {
      const admin = await createDataSource({ url: postgres.url, poolSize: 1 }).initialize();
      try {
        await admin.query(`create database ${name}`);
      } finally {
        await admin.destroy();
      }
      const address = new URL(postgres.url);
      address.pathname = `/${name}`;
      await runMigrations(address.href);
      const database = await createDataSource({ url: address.href, poolSize: 1 }).initialize();
      try {
        await seed(database, size);
      } finally {
        await database.destroy();
      }
      return address.href;
    },
    stop: () => postgres.stop(),
  };
}
