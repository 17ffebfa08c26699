import { DatabaseEnv, loadEnv } from '@portfolio/config';
import { createDataSource, migrate, readSiteId } from '@portfolio/database';
import { prepareQueue, queueBackend } from '@portfolio/jobs';

/** Migrates database and queue, before any other process starts. */
async function prepare(): Promise<void> {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = loadEnv(DatabaseEnv);
  const dataSource = await createDataSource({ url: databaseUrl, poolSize: 2 }).initialize();
  try {
    await migrate(dataSource);
    await prepareQueue(queueBackend({ databaseUrl, redisUrl, siteId: await readSiteId(dataSource) }));
  } finally {
    await dataSource.destroy();
  }
}

try {
  await prepare();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
