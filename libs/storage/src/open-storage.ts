import { DiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** A folder or a bucket, named as in the environment: `StorageEnv` of @portfolio/config fits. */
export interface StorageSettings {
  STORAGE_DIR?: string | undefined;
  S3_BUCKET?: string | undefined;
  /** For stores other than Amazon's. */
  S3_ENDPOINT?: string | undefined;
  /** By default `us-east-1`, which stores with one region accept. */
  S3_REGION?: string | undefined;
  /** With the secret; without both the SDK uses the machine's own role. */
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  /** Prefix of every key, so that several sites share one bucket. */
  S3_PREFIX?: string | undefined;
  /** Whether the bucket is in the path of an address instead of the host; by default so with `S3_ENDPOINT`. */
  S3_FORCE_PATH_STYLE?: boolean | undefined;
}

export type S3Settings = StorageSettings & { S3_BUCKET: string };

/**
 * Opens the configured storage. S3's SDK is loaded only for a bucket: it takes 23 MB and a fifth of a second.
 *
 * @throws Error unless exactly one of folder and bucket is set
 */
export async function openStorage({ STORAGE_DIR, S3_BUCKET, ...settings }: StorageSettings): Promise<Storage> {
  if (STORAGE_DIR !== undefined && S3_BUCKET === undefined) return new DiskStorage(STORAGE_DIR);
  if (S3_BUCKET !== undefined && STORAGE_DIR === undefined) {
    const { S3Storage } = await import('./s3-storage.ts');
    return new S3Storage({ S3_BUCKET, ...settings });
  }
  throw new Error('Set either STORAGE_DIR or S3_BUCKET');
}
