import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aJpeg } from '@portfolio/testing';
import { WorkerSite } from './worker-site.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker-site-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A site without processes, whose database fails to read photos. @param add adds a job */
function makeSite(add: () => Promise<void>): WorkerSite {
  const photos = {
    create: (row: object) => row,
    save: async (row: object) => ({ ...row, id: 1 }),
    findOneBy: () => Promise.reject(new Error('No database')),
  };
  return Reflect.construct(WorkerSite, [folder, { url: '' }, { getRepository: () => photos }, { add }]) as WorkerSite;
}

it.each<[string, (site: WorkerSite) => Promise<void>, string]>([
  ['its job is not added', () => Promise.reject(new Error('No queue')), 'No queue'],
  ['its photo fails', (site) => site['onEvent']({ type: 'photo.failed', photo_id: 1 }), 'Photo 1 failed'],
  ['its photo cannot be read', (site) => site['onEvent']({ type: 'photo.progress', photo_id: 1 }), 'No database'],
])('a render fails when %s', async (_, add, message) => {
  const photograph = { name: 'harbour', file: await aJpeg({ width: 30, height: 20 }), extension: 'jpg' } as const;
  const site: WorkerSite = makeSite(() => add(site));

  await expect(site.render(photograph, 1)).rejects.toThrow(message);
});
