export * from './disk-storage.ts';
export * from './photo-keys.ts';
export * from './storage.ts';
