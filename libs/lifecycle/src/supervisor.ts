export * from './supervisor/find-program.js';
export * from './supervisor/launch-process.ts';
export * from './supervisor/log-file.ts';
export * from './supervisor/ports.js';
export * from './supervisor/start-error.ts';
export * from './supervisor/supervised-process.ts';
export * from './supervisor/wait-until.ts';
export { plainEnv } from './env.ts';
