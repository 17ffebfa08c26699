import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ArchiveSource, exportBag, restoreSite, TransientBackupError } from '@portfolio/backup';
import { MIGRATIONS } from '@portfolio/database';
import type { Storage } from '@portfolio/storage';
import { type Headers, pack } from 'tar-stream';
import { aSite, fill, originalsOf, rowsOf, type StorageKind, STORAGES, type TestSite } from './a-site.ts';

/** Cuts files, headers and names in two. */
const PART_BYTES = 1_000_003;

/** Of the word "ustar" in the header of an entry. */
const USTAR_OFFSET = 257;

const open: TestSite[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((site) => site.close()));
});

let source: TestSite;
let archive: Buffer;
let everything: { rows: Record<string, string[]>; files: Record<string, string> };
beforeAll(async () => {
  source = await aSite();
  await fill(source);
  await exportBag({ dataSource: source.database, storage: source.storage, key: 'exports/all.tar' });
  archive = (await source.storage.read('exports/all.tar'))!;
  everything = { rows: await rowsOf(source.database), files: await originalsOf(source.storage) };
});
afterAll(() => source.close());

/** An empty site that has the archive in parts. */
async function aNewSite(content = archive, kind?: StorageKind) {
  const site = await aSite(kind);
  open.push(site);
  return withParts(site, content);
}

/** The site with this archive in parts. */
async function withParts(site: TestSite, content: Buffer) {
  const keys: string[] = [];
  for (let start = 0; start < content.length; start += PART_BYTES) {
    const key = `imports/a/${keys.length + 1}`;
    await site.storage.write(key, content.subarray(start, start + PART_BYTES));
    keys.push(key);
  }
  const index = (given: Partial<Parameters<typeof ArchiveSource.index>[0]> = {}) =>
    ArchiveSource.index({ storage: site.storage, keys, ...given });
  return {
    ...site,
    keys,
    index,
    restore: async (options: Partial<Parameters<typeof restoreSite>[0]> = {}) =>
      restoreSite({ databaseUrl: site.url, storage: site.storage, bag: await index(), isRunning: true, ...options }),
    everything: async () => ({ rows: await rowsOf(site.database), files: await originalsOf(site.storage) }),
  };
}

/** A tar archive of these entries. */
function aTar(...entries: (Headers & { content?: string; pax?: Record<string, string> })[]): Promise<Buffer> {
  const tar = pack();
  for (const { content, ...header } of entries) tar.entry(header, content ?? '');
  tar.finalize();
  return buffer(Readable.from(tar));
}

describe('an archive in parts', () => {
  it.each(STORAGES)('restores the same rows and files on %s', async (kind) => {
    const target = await aNewSite(archive, kind);
    expect(target.keys.length).toBeGreaterThan(3);

    const report = await target.restore();

    expect(report.originals).toBe(Object.keys(everything.files).length);
    expect(await target.everything()).toEqual(everything);
  });

  it('reports the bytes that are checked', async () => {
    const steps: number[][] = [];
    await (await aNewSite()).index({ onProgress: (...step) => void steps.push(step) });
    expect(steps.length).toBeGreaterThan(20);
    expect(steps.at(-1)![0]).toBeGreaterThan(archive.length * 0.9);
    expect(steps.at(-1)![0]).toBeLessThan(archive.length);
    expect(steps.at(-1)![1]).toBe(archive.length);
  });

  it('may have a name of one hundred characters and more, and a folder of its own', async () => {
    const path = `originals/${'long/'.repeat(60)}x.jpg`;
    const site = await aNewSite(
      await aTar(
        { name: 'bag/', type: 'directory', pax: { size: '1000000' } },
        { name: `bag/data/${path}`, content: 'image' },
      ),
    );
    const steps: number[] = [];
    const bag = await site.index({ onProgress: (done) => void steps.push(done) });
    expect(steps.map((done, index) => done >= (steps[index - 1] ?? 0))).toEqual([true, true]);
    expect([...bag.payload()]).toEqual([{ path: `data/${path}`, bytes: 5 }]);
    expect((await buffer(await bag.open(`data/${path}`))).toString()).toBe('image');
  });
});

/** Offset of the header of the last entry. */
const lastHeader = () => archive.lastIndexOf('ustar') - USTAR_OFFSET;

describe('an archive is refused', () => {
  const DAMAGED = 'The archive is damaged or incomplete';
  /** Has several archives one after the other. */
  let site: TestSite;
  beforeAll(async () => {
    site = await aSite();
  });
  afterAll(() => site.close());

  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['without its end', () => archive.subarray(0, archive.length / 2), DAMAGED],
    ['cut before its last file', () => archive.subarray(0, lastHeader()), 'tagmanifest-sha256.txt is missing'],
    ['with an empty bagit.txt', () => aTar({ name: 'bag/bagit.txt' }), 'bagit.txt does not declare a BagIt version'],
    ['of random bytes', () => randomBytes(5_000), DAMAGED],
    ['of another program', () => aTar({ name: 'x/y.txt', content: 'y' }), 'in the archive: bagit.txt is missing.'],
    ['with a path to elsewhere', () => aTar({ name: 'bag/data/../../../etc/passwd' }), 'etc/passwd'],
    ['with an absolute path', () => aTar({ name: '/etc/passwd' }), 'which is not part of an export'],
    ['with a link', () => aTar({ name: 'bag/data/x', type: 'symlink', linkname: '/etc/passwd' }), 'bag/data/x'],
    ['with a file of a negative size', () => aTar({ name: 'bag/data/x', pax: { size: '-1' } }), 'bag/data/x'],
    ['with a file of no size', () => aTar({ name: 'bag/data/x', pax: { size: 'x' } }), 'bag/data/x'],
    ['with an endless header', () => aTar({ name: 'bag/a', pax: { comment: 'x'.repeat(2_000_000) } }), DAMAGED],
    ['with a file twice', () => aTar({ name: 'bag/a' }, { name: 'bag/a' }), 'bag/a'],
  ])('%s', async (_, content, message) => {
    const target = await withParts(site, await content());
    const before = await target.everything();
    await expect(target.restore()).rejects.toMatchObject({
      name: 'BackupError',
      message: expect.stringContaining(message),
    });
    expect(await target.everything()).toEqual(before);
  });

  it('with a changed byte', async () => {
    const changed = Buffer.from(archive);
    const at = changed.indexOf('Elin');
    changed[at]! ^= 1;
    const target = await withParts(site, changed);
    await expect(target.restore()).rejects.toThrow(/^The backup in the archive is damaged:\n.*changed/);
  });

  it('whose part is missing', async () => {
    const target = await withParts(site, archive);
    await target.storage.remove(target.keys[1]!);
    await expect(target.restore()).rejects.toThrow('The archive is not stored any more. Select it again.');
  });

  it('by a running site with another schema, without a change', async () => {
    const target = await aNewSite();
    const newer = new (MIGRATIONS.at(-1)!)().name!;
    await target.database.query('delete from migrations where name = $1', [newer]);
    const before = await target.everything();

    await expect(target.restore()).rejects.toThrow('The archive is of');

    expect(await target.everything()).toEqual(before);
  });
});

it('a failing storage is no damage of the archive', async () => {
  const target = await aNewSite();
  let isDown = true;
  const storage = new Proxy<Storage>(target.storage, {
    get: (given, name: keyof Storage) =>
      name === 'open' && isDown ? () => Promise.reject(new Error('gone')) : given[name].bind(given),
  });
  await expect(target.index({ storage })).rejects.toThrow(/^gone$/);
  isDown = false;
  const bag = await target.index({ storage });
  isDown = true;
  await expect(target.restore({ bag })).rejects.toThrow(TransientBackupError);
});

it('an error of the program is no missing file', async () => {
  const target = await aNewSite();
  const bag = await target.index();
  bag.hashOf = () => Promise.reject(new TypeError('x is not a function'));
  await expect(target.restore({ bag })).rejects.toThrow('bagit.txt cannot be read: x is not a function');
});

it('a check ends when it is aborted', async () => {
  const target = await aNewSite();
  for (const entries of [1, 12]) {
    const shutdown = new AbortController();
    let left = entries;
    const onProgress = () => (left -= 1) === 0 && shutdown.abort(new Error('shut down'));
    await expect(target.index({ signal: shutdown.signal, onProgress })).rejects.toThrow('shut down');
  }
});

it('an aborted restore leaves the site empty, and can be repeated', async () => {
  const target = await aNewSite();
  const before = await rowsOf(target.database);
  const shutdown = new AbortController();
  const stored: number[] = [];
  const restored = target.restore({
    signal: shutdown.signal,
    onProgress: (stage, done) => {
      if (stage !== 'originals') return;
      stored.push(done);
      shutdown.abort(new Error('shut down'));
    },
  });
  await expect(restored).rejects.toThrow('shut down');
  expect(stored).toHaveLength(1);
  expect(await rowsOf(target.database)).toEqual(before);

  await target.restore();
  expect(await target.everything()).toEqual(everything);
});
