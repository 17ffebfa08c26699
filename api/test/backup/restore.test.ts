import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { exportBag, makeBackup, restoreSite } from '@portfolio/backup';
import { MIGRATIONS, User } from '@portfolio/database';
import { JobQueue, queueBackend } from '@portfolio/jobs';
import type { Storage } from '@portfolio/storage';
import { createMessage } from '@portfolio/testing';
import { runBuiltCommand } from '../run-built-command.ts';
import {
  aSite,
  fill,
  nextPhoto,
  originalsOf,
  rowsOf,
  startSession,
  type StorageKind,
  STORAGES,
  type TestSite,
} from './a-site.ts';

const open: TestSite[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((site) => site.close()));
});

/** An empty site, closed after the test. */
async function aSiteForTest(kind?: StorageKind) {
  const site = await aSiteToClose(kind);
  open.push(site);
  return site;
}

/** An empty site that the caller closes. */
async function aSiteToClose(kind?: StorageKind) {
  const site = await aSite(kind);
  const restore = (folder: string, given: { storage?: Storage; replace?: boolean } = {}) =>
    restoreSite({ databaseUrl: site.url, storage: site.storage, bag: folder, ...given });
  return { ...site, restore, everything: () => everythingOf(site) };
}

const everythingOf = async ({ database, storage }: TestSite) => ({
  rows: await rowsOf(database),
  files: await originalsOf(storage),
});

/** Storage that fails after a few writes. */
function failing(storage: Storage): Storage {
  let writes = 0;
  return new Proxy(storage, {
    get: (target, name: keyof Storage) =>
      name === 'write' && (writes += 1) > 4 ? () => Promise.reject(new Error('gone')) : target[name].bind(target),
  });
}

let source: TestSite;
let bag: string;
let sourceContent: Awaited<ReturnType<typeof everythingOf>>;
beforeAll(async () => {
  source = await aSite();
  await fill(source);
  bag = join(source.folder, 'bag');
  await makeBackup({ dataSource: source.database, storage: source.storage, folder: bag });
  sourceContent = await everythingOf(source);
});
afterAll(() => source.close());

describe('a restored site', () => {
  it.each(STORAGES)('has the same rows and files from an export on %s', async (kind) => {
    const site = await aSiteForTest(kind);
    await site.restore(bag);
    await exportBag({ dataSource: site.database, storage: site.storage, key: 'exports/a.tar' });
    await writeFile(join(site.folder, 'a.tar'), (await site.storage.read('exports/a.tar'))!);
    execFileSync('tar', ['--extract', '--file', 'a.tar'], { cwd: site.folder });
    const [folder = ''] = (await readdir(site.folder)).filter((name) => name.startsWith('portfolio-'));
    const target = await aSiteForTest();

    await target.restore(join(site.folder, folder));

    expect(await target.everything()).toEqual(sourceContent);
  });

  it.each(STORAGES)('has the same rows and files on %s', async (kind) => {
    const target = await aSiteForTest(kind);

    const report = await target.restore(bag);

    expect(await target.everything()).toEqual(sourceContent);
    expect(report).toMatchObject({ originals: Object.keys(sourceContent.files).length, lost: [], replacedAccounts: 0 });
    // The last photo was deleted before the backup; its id is not reused.
    expect(await nextPhoto(target.database)).toBe('11');
  });

  it('has the same files from S3', async () => {
    const first = await aSiteForTest('S3');
    await first.restore(bag);
    const again = join(first.folder, 'bag');
    await makeBackup({ dataSource: first.database, storage: first.storage, folder: again });
    const second = await aSiteForTest();

    await second.restore(again);

    expect(await second.everything()).toEqual(sourceContent);
    // Both bags differ in the date and the ended sessions only.
    const checksums = async (folder: string) =>
      (await readFile(join(folder, 'manifest-sha256.txt'), 'utf8'))
        .split('\n')
        .filter((line) => !/schema.json|users.csv/.test(line));
    expect((await checksums(again)).sort()).toEqual((await checksums(bag)).sort());
  });

  it('can start from a database without tables', async () => {
    const target = await aSiteForTest();
    await target.database.query('drop schema public cascade; create schema public');
    await target.restore(bag);
    expect(await target.everything()).toEqual(sourceContent);
  });
});

describe('a restore into a site in use', () => {
  it('fails and counts the rows', async () => {
    const target = await aSiteForTest();
    await createMessage(target.database);
    const before = await target.everything();
    await expect(target.restore(bag)).rejects.toThrow('in use (messages: 1)');
    expect(await target.everything()).toEqual(before);
  });

  it('replaces the site with --replace', async () => {
    const target = await aSiteForTest();
    await createMessage(target.database);
    await target.restore(bag, { replace: true });
    expect(await target.everything()).toEqual(sourceContent);
  });
});

it('a restore replaces an account, visits and dismissed first steps of an unused site, and ends its sessions', async () => {
  const target = await aSiteForTest();
  const users = target.database.getRepository(User);
  const account = { name: 'Administrator', email: 'a@example.org', passwordHash: 'x', tokenVersion: 3 };
  await startSession(target.database, (await users.save(account)).id);
  await target.database.query(`insert into page_views values (now(), '/', 1)`);
  await target.database.query(`insert into settings values ('first_steps_dismissed', 'true')`);

  expect(await target.restore(bag)).toMatchObject({ replacedAccounts: 1 });

  expect(await users.find()).toMatchObject([{ id: 1, email: 'Elin@example.org' }]);
  expect((await users.find())[0]!.tokenVersion).toBeGreaterThan(3);
});

describe('a failed restore', () => {
  async function copyOfBag() {
    const folder = await mkdtemp(join(source.folder, 'copy-'));
    await cp(bag, folder, { recursive: true });
    return folder;
  }

  /** A copy of the bag with one changed file, and checksums that match it. */
  async function forge(path: string, change: (text: string) => string) {
    const folder = await copyOfBag();
    const edit = async (name: string, edited: (text: string) => string) => {
      const text = await readFile(join(folder, name), 'utf8');
      const hash = (content: string) => createHash('sha256').update(content).digest('hex');
      await writeFile(join(folder, name), edited(text));
      return [hash(text), hash(edited(text))] as const;
    };
    const [was, is] = await edit(path, change);
    const [before, after] = await edit('manifest-sha256.txt', (text) => text.replace(was, is));
    await edit('bag-info.txt', (text) => text.replace(/Payload-Oxum.*\n/, ''));
    const info = createHash('sha256')
      .update(await readFile(join(folder, 'bag-info.txt')))
      .digest('hex');
    await edit('tagmanifest-sha256.txt', (text) => text.replace(before, after).replace(/\w{64}(?= +bag-info)/, info));
    return folder;
  }

  it('leaves no rows after a storage failure, and can run again', async () => {
    const target = await aSiteForTest();
    await expect(target.restore(bag, { storage: failing(target.storage) })).rejects.toThrow('gone');
    expect((await target.everything()).rows).toEqual(expect.objectContaining({ photos: [], users: [] }));

    await target.restore(bag);
    expect(await target.everything()).toEqual(sourceContent);
  });

  it('leaves no rows when the last table does not fit', async () => {
    const target = await aSiteForTest();
    const forged = await forge('data/database/gallery_photos.csv', (text) => `${text}999,999,999,false\n`);
    await expect(target.restore(forged)).rejects.toThrow('gallery_photos');
    const { rows } = await target.everything();
    expect(Object.values(rows).flat()).toEqual([]);

    await target.restore(bag);
    expect(await target.everything()).toEqual(sourceContent);
  });

  describe('inserts no rows from a bag', () => {
    let target: Awaited<ReturnType<typeof aSiteToClose>>;
    beforeAll(async () => {
      target = await aSiteToClose();
    });
    afterAll(() => target.close());

    it.each([
      [
        'with a missing row',
        'data/database/settings.csv',
        (text: string) => text.replace(/\nempty.*\n/, '\n'),
        'settings.csv has 1 rows',
      ],
      [
        'with a photo without its original',
        'data/database/photos.csv',
        (text: string) => text.replace('originals/', 'originals/x'),
        'not in the backup',
      ],
      [
        'with an unknown migration',
        'data/database/schema.json',
        (text: string) => text.replace(new (MIGRATIONS.at(-1)!)().name, 'Tomorrow1'),
        'newer version',
      ],
      [
        'of a newer format',
        'data/database/schema.json',
        (text: string) => text.replace('"format": 1', '"format": 2'),
        'newer version',
      ],
      [
        'with a schema file of another program',
        'data/database/schema.json',
        (text: string) => text.replace('"format": 1,', ''),
        'no backup of this program',
      ],
    ])('%s', async (_, path, change, message) => {
      const forged = await forge(path, change);
      await expect(target.restore(forged)).rejects.toThrow(message);
      expect(Object.values((await target.everything()).rows).flat()).toEqual([]);
    });
  });

  it('writes nothing from a damaged bag', async () => {
    const target = await aSiteForTest();
    const before = await target.everything();
    const folder = await copyOfBag();
    await writeFile(join(folder, 'data/database/news_items.csv'), 'id\n');
    await expect(target.restore(folder)).rejects.toThrow('data/database/news_items.csv has changed');
    expect(await target.everything()).toEqual(before);
  });
});

describe('a backup of an earlier version', () => {
  let earlier: TestSite;
  let folder: string;
  beforeAll(async () => {
    earlier = await aSite();
    await fill(earlier);
    // As after the first two migrations.
    for (const _ of MIGRATIONS.slice(2)) await earlier.database.undoLastMigration();
    folder = join(earlier.folder, 'bag');
    await makeBackup({ dataSource: earlier.database, storage: earlier.storage, folder });
    await earlier.database.runMigrations();
  });
  afterAll(() => earlier.close());

  const firstAccount = { name: 'Administrator', email: 'a@example.org', passwordHash: 'x', tokenVersion: 7 };

  it('is restored and migrated', async () => {
    const target = await aSiteForTest();

    await target.restore(folder);

    expect(await target.everything()).toEqual(await everythingOf(earlier));
    expect(await target.database.showMigrations()).toBe(false);
  });

  it('leaves the first account after a storage failure, and the next restore reports it as replaced', async () => {
    const target = await aSiteForTest();
    const users = target.database.getRepository(User);
    await users.save({ ...firstAccount });

    await expect(target.restore(folder, { storage: failing(target.storage) })).rejects.toThrow('gone');

    expect(await users.find()).toMatchObject([firstAccount]);
    expect(await target.restore(folder)).toMatchObject({ replacedAccounts: 1 });
  });

  it('revokes tokens of accounts whose tables are gone, as after an interrupted restore', async () => {
    const target = await aSiteForTest();
    await target.database.getRepository(User).save({ ...firstAccount });
    await target.database.query('drop schema public cascade; create schema public');

    await target.restore(folder);

    const [user] = await target.database.getRepository(User).find();
    expect(user!.tokenVersion).toBeGreaterThan(firstAccount.tokenVersion);
  });

  it('is rejected by a site in use even with --replace, before any write', async () => {
    const target = await aSiteForTest();
    await createMessage(target.database);
    const before = await target.everything();

    await expect(target.restore(folder, { replace: true })).rejects.toThrow('earlier version');

    expect(await target.everything()).toEqual(before);
  });
});

it('a restore stores originals again that a worker removed as orphans', async () => {
  const target = await aSiteForTest();
  const keys = Object.keys(sourceContent.files);
  let written = 0;
  const write = async (key: string, content: Buffer) => {
    await target.storage.write(key, content);
    written += 1;
    if (written === keys.length) await target.storage.remove(keys.find((other) => other !== key)!);
  };
  const sweeping = new Proxy(target.storage, {
    get: (storage, name: keyof Storage) => (name === 'write' ? write : storage[name].bind(storage)),
  });

  await target.restore(bag, { storage: sweeping });

  expect(await target.everything()).toEqual(sourceContent);
});

describe('npm run backup and restore', () => {
  it('back up, check and restore, and enqueue new renditions', async () => {
    const target = await aSiteForTest();
    const folder = join(target.folder, 'bag');

    const backup = await runBuiltCommand('backup', [folder], source.env);
    const check = await runBuiltCommand('backup', ['--verify', folder], {});
    const restore = await runBuiltCommand('restore', [folder], target.env);

    expect([backup.status, check.status, restore.status]).toEqual([0, 0, 0]);
    expect(backup.out).toMatch(/bag: \d+ rows and 10 originals, \d+ kB, in [\d.]+ s\.\n$/);
    expect(check.out).toContain('matches its checksums');
    expect(restore.out).toMatch(/^Restored the site as of 20.*\nThe worker renders 8 pictures again\./);
    expect(await target.everything()).toEqual(sourceContent);
    const jobs = new JobQueue(queueBackend({ databaseUrl: target.url }), () => undefined);
    expect(await jobs.counts()).toMatchObject({ prioritized: 8 });
    await jobs.close();
  });

  it('print one sentence for an error', async () => {
    expect(await runBuiltCommand('restore', ['/nowhere'], source.env)).toMatchObject({
      status: 1,
      errors: 'There is no complete backup in /nowhere: bagit.txt is missing.\n',
    });
    expect(await runBuiltCommand('backup', [], {})).toMatchObject({
      status: 2,
      errors: expect.stringContaining('Name one folder'),
    });
  });
});
