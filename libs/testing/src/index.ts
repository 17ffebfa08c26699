export * from './describe-with-redis.ts';
export * from './dying-postgres.ts';
export * from './factories.ts';
export * from './images/bombs.ts';
export * from './images/images.ts';
export { isFullLevel } from './env.ts';
export * from './redis.ts';
export * from './s3/start-s3.ts';
export * from './test-database.ts';
