import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { checkBag, makeBackup, restoreSite } from '@portfolio/backup';
import type { Storage } from '@portfolio/storage';
import { HeapPeak } from '@portfolio/testing';
import { aSite, type TestSite } from './a-site.ts';

const PHOTOS = 20_000;
/** Bytes that ten times as many photos may add to the live memory. A list of their paths and hashes would add 4 MB. */
const FLAT = 1_200_000;

const CONTENT = Buffer.from('x');
const HASH = createHash('sha256').update(CONTENT).digest('hex');

const open: TestSite[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((site) => site.close()));
});

async function anEmptySite() {
  const site = await aSite();
  open.push(site);
  return site;
}

/** Storage of equal originals, which calls `onFile` for each. Its files exist only in the bag. */
const equalOriginals = (onFile: () => void) => {
  const methods: Partial<Storage> = {
    fetch: async () => {
      onFile();
      return { bytes: CONTENT.length, content: CONTENT };
    },
    write: async () => onFile(),
    stat: async (key) => ({ key, bytes: CONTENT.length, modifiedAt: new Date() }),
  };
  return methods as Storage;
};

/** Peaks of live memory during a backup, its check and its restore. */
async function peaksOf(photos: number) {
  const [source, target] = [await anEmptySite(), await anEmptySite()];
  await source.database.query(
    `insert into photos (title, original_key, original_bytes, content_hash, width, height)
     select 'Photo', 'originals/' || to_hex(i % 256) || '/' || md5(i::text) || '.jpg', 1, $1, 3, 2
     from generate_series(1, $2::int) i`,
    [HASH, photos],
  );
  const folder = join(source.folder, 'bag');
  const [backup, check, restore] = [new HeapPeak(photos), new HeapPeak(photos), new HeapPeak(photos)];

  const made = await makeBackup({
    dataSource: source.database,
    storage: equalOriginals(() => backup.step()),
    folder,
  });
  const bag = await checkBag(folder, () => check.step());
  const restored = await restoreSite({
    databaseUrl: target.url,
    storage: equalOriginals(() => restore.step()),
    bag: folder,
  });

  expect([made.originals, bag.bytes, restored.originals, restored.rows]).toEqual([
    photos,
    made.bytes,
    photos,
    made.rows,
  ]);
  return { backup: backup.bytes, check: check.bytes, restore: restore.bytes };
}

it(`backup, check and restore of ${PHOTOS} photos need the memory of a tenth of them`, async () => {
  // Not measured: the first run loads code.
  await peaksOf(100);
  const small = await peaksOf(PHOTOS / 10);
  const large = await peaksOf(PHOTOS);

  expect(large.backup - small.backup).toBeLessThan(FLAT);
  expect(large.check - small.check).toBeLessThan(FLAT);
  expect(large.restore - small.restore).toBeLessThan(FLAT);
}, 600_000);
