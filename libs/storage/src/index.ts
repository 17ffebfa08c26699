export * from './disk-storage.ts';
export * from './picture-keys.ts';
export * from './storage.ts';
