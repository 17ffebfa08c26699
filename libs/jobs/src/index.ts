export { prepareQueue, queueBackend, type QueueBackend } from './backend.ts';
export { type JobName, type JobPayloads } from './job-list.ts';
export * from './job-queue.ts';
export * from './job-worker.ts';
export * from './queue-overview.ts';
