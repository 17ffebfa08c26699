import { readdirSync } from 'node:fs';
import { Photo } from '@portfolio/database';
import type { TestApi } from '../start-test-api.ts';

/** Faults of the site after all requests: leftover uploads, missing originals, an API that does not respond. */
export async function endFaults(api: TestApi, acceptedUploads: number): Promise<string[]> {
  const faults: string[] = [];
  const uploads = filesIn(api.env.UPLOAD_DIR);
  if (uploads.length > 0) faults.push(`${uploads.length} uploads are left over`);

  // Without a worker, each accepted upload has its original. Replaced ones are in the trash.
  const originals = ['originals', 'trash/originals'].flatMap((folder) => filesIn(`${api.env.STORAGE_DIR}/${folder}`));
  if (originals.length !== acceptedUploads) {
    faults.push(`${originals.length} originals for ${acceptedUploads} accepted uploads`);
  }
  const waiting = await api.database.getRepository(Photo).findBy({ status: 'processing' });
  for (const { id, originalKey } of waiting) {
    if (!(await api.storage.stat(originalKey))) faults.push(`photo ${id} has no original`);
  }
  if ((await fetch(`${api.url}/api/galleries`)).status !== 200) faults.push('the API does not respond');
  return faults;
}

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );
  } catch {
    // The folder was never created.
    return [];
  }
};
