export * from './errors.ts';
export * from './start-local-postgres.ts';
