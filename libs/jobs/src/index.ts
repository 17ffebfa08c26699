export { prepareQueue, queueBackend, type QueueAddress, type QueueBackend } from './backend.ts';
export { type JobName, type JobPayloads } from './job-list.ts';
export { JobQueue, QueueUnavailableError } from './job-queue.ts';
export { outcomeOf, type JobRun, type JobRunOutcome, type JobTraceContext } from './job-trace-context.ts';
export * from './job-worker.ts';
export * from './queue-overview.ts';
