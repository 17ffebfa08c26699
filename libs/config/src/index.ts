// Before any decorated class is loaded: their decorators write to it.
import 'reflect-metadata';

export * from './backend-env.ts';
export * from './is-strong.ts';
export * from './is-trusted-proxies.ts';
export * from './is-whole-number.ts';
export * from './load-env.ts';
export * from './process-env.ts';
export * from './storage-env.ts';
export * from './weak-secrets.js';
export * from './telemetry-env.ts';
