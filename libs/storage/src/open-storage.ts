import { DiskStorage } from './disk-storage.ts';
import type { S3Settings } from './s3-settings.ts';
import type { Storage } from './storage.ts';

/** Where files are kept, as the environment tells it: a folder, or a bucket. */
export type StorageSettings = Omit<S3Settings, 'S3_BUCKET'> & {
  STORAGE_DIR?: string | undefined;
  S3_BUCKET?: string | undefined;
};

/**
 * The storage that the environment names. S3's SDK is loaded only for a bucket: it takes 23 MB and a fifth of a second.
 *
 * @param settings as `StorageEnv` of @portfolio/config has checked them: exactly one of folder and bucket
 * @throws Error where they name none or both
 */
export async function openStorage({ STORAGE_DIR, S3_BUCKET, ...settings }: StorageSettings): Promise<Storage> {
  if (STORAGE_DIR !== undefined && S3_BUCKET === undefined) return new DiskStorage(STORAGE_DIR);
  if (S3_BUCKET !== undefined && STORAGE_DIR === undefined) {
    const { S3Storage } = await import('./s3-storage.ts');
    return new S3Storage({ S3_BUCKET, ...settings });
  }
  throw new Error('Files are kept either in STORAGE_DIR or in S3_BUCKET');
}
