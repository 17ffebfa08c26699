export * from './copy-files.ts';
export * from './disk-storage.ts';
export * from './open-storage.ts';
export * from './picture-keys.ts';
export * from './storage.ts';
