import { openSiteDatabase } from '@portfolio/backup';
import type { DataEnv } from '@portfolio/config';
import { readSiteId } from '@portfolio/database';
import { JobQueue, prepareQueue, queueBackend } from '@portfolio/jobs';
import type { DataSource } from 'typeorm';

/** Runs the action with the site's database and queue, and closes both. @param onError called with connection errors */
export async function withSiteQueue<T>(
  { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl }: Readonly<DataEnv>,
  onError: (error: Error) => void,
  action: (site: { dataSource: DataSource; jobs: JobQueue }) => Promise<T>,
): Promise<T> {
  const dataSource = await openSiteDatabase(databaseUrl);
  try {
    const backend = queueBackend({ databaseUrl, redisUrl, siteId: await readSiteId(dataSource) });
    await prepareQueue(backend);
    const jobs = new JobQueue(backend, onError);
    try {
      return await action({ dataSource, jobs });
    } finally {
      await jobs.close();
    }
  } finally {
    await dataSource.destroy();
  }
}
