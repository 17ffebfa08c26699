export * from './backend-env.ts';
export * from './load-env.ts';
