import { DatabaseEnv, loadEnv } from '@portfolio/config';
import { createDataSource, migrate, NewerDatabaseError, readSiteId } from '@portfolio/database';
import { prepareQueue, queueBackend } from '@portfolio/jobs';
import { messageOf } from '@portfolio/lifecycle';

/** Migrates database and queue, before any other process starts. @returns a sentence for the terminal */
async function prepare(): Promise<string> {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = loadEnv(DatabaseEnv);
  const dataSource = await createDataSource({ url: databaseUrl, poolSize: 2 }).initialize();
  try {
    const done = await migrate(dataSource);
    await prepareQueue(queueBackend({ databaseUrl, redisUrl, siteId: await readSiteId(dataSource) }));
    return done.length === 0 ? 'The database is up to date.' : `Migrated the database: ${done.join(', ')}.`;
  } catch (error) {
    // After a rollback, the earlier version runs on the schema of the newer one.
    if (!(error instanceof NewerDatabaseError && process.argv.includes('--accept-newer'))) throw error;
    return 'The database is of a newer version, and stays so.';
  } finally {
    await dataSource.destroy();
  }
}

try {
  console.log(await prepare());
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
