export * from './graceful-server.ts';
export * from './process-identity.ts';
export * from './process-lock.ts';
export * from './process-logger.ts';
export * from './readiness.ts';
export * from './request-trail.ts';
export * from './run.ts';
export * from './without-secrets.ts';
