export * from './copy-files.ts';
export * from './disk-storage.ts';
export * from './open-storage.ts';
export * from './picture-keys.ts';
export * from './s3-settings.ts';
export * from './side-by-side.ts';
export * from './storage.ts';
export * from './trash.ts';
