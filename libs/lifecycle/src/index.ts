export * from './process-identity.ts';
export * from './process-lock.ts';
export * from './process-logger.ts';
export * from './run.ts';
