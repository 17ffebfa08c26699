import assert from 'node:assert/strict';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { originalHash, settledPhotos } from '@portfolio/cluster/losses';
import type { Deployment } from '../deployment.ts';
import { assertNoStack, outputOfFailure, servePages } from './start.ts';

/** User of the images. */
const NODE_USER = 1000;
const LISTS = ['/galleries?status=all', '/news', '/comments', '/admin/messages'];

/** Backup, verification, wipe and restore: the photos are those of before, and have all renditions. */
export async function backUpAndRestore(site: Deployment): Promise<string[]> {
  const folder = join(site.folder, 'backups');
  mkdirSync(folder);
  const run = (...command: string[]) =>
    site.compose('run', '--rm', '--volume', `${folder}:/backups`, 'api', 'node', ...command);

  assertNoStack(await outputOfFailure(run('api/dist/backup.js', '/backups/one')));
  chownSync(folder, NODE_USER, NODE_USER);
  const before = await content(site);
  await run('api/dist/backup.js', '/backups/one');
  await run('api/dist/backup.js', '--verify', '/backups/one');

  await site.compose('down', '--volumes');
  await run('api/dist/restore.js', '/backups/one');
  await site.up();
  await run('api/dist/admin.js', 'rerender');
  assert.deepEqual(await content(site), before);
  await servePages(site);
  return [`${before.length - LISTS.length} photos`];
}

/** `down` and `up` keep the site, also on a host without IPv6. */
export async function keepVolumes(site: Deployment): Promise<void> {
  const before = await content(site);
  await site.compose('down');
  site.configure({ IPV6: 'false' });
  await site.up();
  assert.deepEqual(await content(site), before);
}

/** Galleries, news, comments and messages; each photo with the hash of its original and its renditions. */
async function content(site: Deployment): Promise<unknown[]> {
  const api = await site.signIn();
  const found = await Promise.all(LISTS.map((path) => api.get<unknown>(path)));
  // One at a time: the API refuses hundreds of downloads at once to one address.
  for (const photo of await settledPhotos(api)) {
    const { id, title, status, renditions } = photo;
    const original = await originalHash(api, photo);
    assert.ok(original, `The original of ${title} is not served.`);
    found.push({ id, title, status, sizes: renditions.map(({ width, format }) => `${width}.${format}`), original });
  }
  return found;
}
