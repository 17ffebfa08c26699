import { readdirSync } from 'node:fs';
import { Photo } from '@portfolio/database';
import type { TestApi } from '../test/start-test-api.ts';

/** What must hold when all requests are answered, whatever they were. */
export async function endFaults(api: TestApi, acceptedUploads: number): Promise<string[]> {
  const faults: string[] = [];
  const uploads = filesIn(api.env.UPLOAD_DIR);
  if (uploads.length > 0) faults.push(`${uploads.length} uploads were left behind`);

  // No worker runs, so an original stays until its job is done: there is one for each upload that was accepted.
  const originals = filesIn(`${api.env.STORAGE_DIR}/originals`);
  if (originals.length !== acceptedUploads) {
    faults.push(`${originals.length} originals are kept for ${acceptedUploads} accepted uploads`);
  }
  const waiting = await api.database.getRepository(Photo).findBy({ status: 'processing' });
  for (const { id, originalKey } of waiting) {
    if (!(await api.storage.stat(originalKey))) faults.push(`photo ${id} has no original`);
  }
  if ((await fetch(`${api.url}/api/galleries`)).status !== 200) faults.push('the api answers no more');
  return faults;
}

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );
  } catch {
    // A folder that nothing was ever put into.
    return [];
  }
};
