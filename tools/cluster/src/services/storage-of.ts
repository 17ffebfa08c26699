import { openStorage, type Storage } from '@portfolio/storage';
import type { Cluster } from '../cluster.ts';

/** The files of a cluster, in a folder or on S3 as its api has them. */
export async function storageOf({ environment }: Cluster): Promise<Storage> {
  // In a compose file what is not set is empty.
  const told = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  return await openStorage({ S3_REGION: 'us-east-1', ...told });
}
