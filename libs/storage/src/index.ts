export * from './copy-files.ts';
export * from './disk-storage.ts';
export * from './open-storage.ts';
export * from './keys.ts';
export * from './storage.ts';
