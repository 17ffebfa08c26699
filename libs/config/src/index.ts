// First, because decorators of the other modules use it.
import 'reflect-metadata';

export * from './backend-env.ts';
export * from './validation.ts';
export * from './load-env.ts';
export * from './process-env.ts';
export * from './storage-env.ts';
export * from './weak-secrets.js';
