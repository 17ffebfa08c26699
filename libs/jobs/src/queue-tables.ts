import { createRequire } from 'node:module';
import { prepareQueue, queueBackend } from './backend.ts';

const { version } = createRequire(import.meta.url)('bullmq/package.json') as { version: string };

/** Tables of the queue for test databases: `createTestDatabase(QUEUE_TABLES)`. */
export const QUEUE_TABLES = {
  name: `bullmq ${version}`,
  apply: (databaseUrl: string): Promise<void> => prepareQueue(queueBackend({ databaseUrl })),
};
