import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { cp, mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type BagWriter, checkBag, dumpDatabase, makeBackup } from '@portfolio/backup';
import { isBackupRunning, MIGRATIONS } from '@portfolio/database';
import { moveToTrash, type Storage } from '@portfolio/storage';
import { createPhoto } from '@portfolio/testing';
import { runBuiltCommand } from '../run-built-command.ts';
import { anOriginal, aSite, fill, tablesOf, type TestSite } from './a-site.ts';

const open: TestSite[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((site) => site.close()));
});

type Filled = Awaited<ReturnType<typeof aFilledSite>>;
type Report = Awaited<ReturnType<typeof makeBackup>>;

/** Closed after the test. */
async function aFullSite() {
  const site = await aFilledSite();
  open.push(site);
  return site;
}

async function aFilledSite() {
  const site = await aSite();
  const photos = await fill(site);
  return { ...site, ...toBackUp(site), photos };
}

/** Closed after the test. */
async function anEmptySite() {
  const site = await aSite();
  open.push(site);
  return { ...site, ...toBackUp(site) };
}

/** The folder of a backup, and the call that writes it. */
function toBackUp(site: TestSite) {
  const bag = join(site.folder, 'bag');
  const backUp = (given: { folder?: string; storage?: Storage; acceptLosses?: boolean; signal?: AbortSignal } = {}) =>
    makeBackup({ dataSource: site.database, storage: site.storage, folder: bag, ...given });
  return { bag, backUp };
}

/** Storage with replaced methods. */
const altered = (storage: Storage, changes: Partial<Storage>): Storage =>
  new Proxy(storage, { get: (target, name: keyof Storage) => changes[name] ?? target[name].bind(target) });

const keysIn = (bag: string) =>
  readdirSync(join(bag, 'data/originals'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const schemaOf = (bag: string) => JSON.parse(readFileSync(join(bag, 'data/database/schema.json'), 'utf8'));

/** A site and its backup, which tests only read. */
let whole: Filled & { report: Report };
beforeAll(async () => {
  const site = await aFilledSite();
  whole = { ...site, report: await site.backUp() };
});
afterAll(() => whole.close());

const SMALL_DISK = ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs'];

/** Only root can mount a disk, and not in every container. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const isMounted = spawnSync('mount', [...SMALL_DISK, folder]).status === 0;
  if (isMounted) execFileSync('umount', [folder]);
  rmdirSync(folder);
  return isMounted;
}

const withDisk = canMount() ? it : it.skip;

/** Runs the action while a disk of 1 MB is mounted on the folder. */
async function onSmallDisk(folder: string, action: () => Promise<void>): Promise<void> {
  await mkdir(folder);
  execFileSync('mount', [...SMALL_DISK, folder]);
  try {
    await action();
  } finally {
    execFileSync('umount', [folder]);
  }
}

describe('a backup', () => {
  it('is a BagIt bag that sha256sum can check', async () => {
    const { bag, report, photos } = whole;

    for (const manifest of ['manifest-sha256.txt', 'tagmanifest-sha256.txt']) {
      execFileSync('sha256sum', ['--check', '--strict', '--quiet', manifest], { cwd: bag });
    }
    expect(readFileSync(join(bag, 'bagit.txt'), 'utf8')).toBe(
      'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
    );
    expect(report).toMatchObject({ originals: photos.length + 1, lost: [], damaged: [], folder: bag });
    expect((await checkBag(bag)).bytes).toBe(report.bytes);
    expect(schemaOf(bag).migrations).toEqual(MIGRATIONS.map((Migration) => new Migration().name));
  });

  it('contains every table, with null distinct from the empty text', () => {
    const { bag, database } = whole;

    const tables = schemaOf(bag).tables as { name: string; rows: number }[];
    expect(tables.map(({ name }) => name).sort()).toEqual(tablesOf(database));
    expect(tables.every(({ rows }) => rows > 0)).toBe(true);
    const news = readFileSync(join(bag, 'data/database/news_items.csv'), 'utf8');
    expect(news).toContain(
      'id,headline,content,link,is_active,created_at,deleted_at,publish_at,unpublish_at,photo_id\n1,With \u0001 control,,"",t,',
    );
  });

  it('is readable by its owner only', () => {
    const { bag } = whole;
    const modes = readdirSync(bag, { recursive: true, withFileTypes: true }).map(
      (entry) => statSync(join(entry.parentPath, entry.name)).mode & 0o777,
    );
    expect(new Set([...modes, statSync(bag).mode & 0o777])).toEqual(new Set([0o700, 0o600]));
  });

  it('reports a folder that cannot be created', async () => {
    const { backUp } = await anEmptySite();
    await expect(backUp({ folder: '/proc/portfolio/bag' })).rejects.toThrow(
      '/proc/portfolio/bag cannot be made: choose another folder.',
    );
  });

  withDisk('refuses a mounted disk', async () => {
    const { bag, backUp, folder } = await anEmptySite();
    await onSmallDisk(bag, () =>
      expect(backUp()).rejects.toThrow(`${bag} is a mounted disk. Name a folder inside it.`),
    );
    expect(readdirSync(folder)).toEqual(['bag']);
  });

  it('refuses a link to an empty folder', async () => {
    const { bag, backUp, folder } = await anEmptySite();
    await mkdir(join(folder, 'empty'));
    await symlink('empty', bag);
    await expect(backUp()).rejects.toThrow(`${bag} is a link. Name the folder itself.`);
  });

  it('accepts an empty folder only', async () => {
    const { bag, backUp } = await aFullSite();
    await mkdir(bag);
    await backUp();
    await expect(backUp()).rejects.toThrow('is not empty');
    await checkBag(bag);
  });

  it.each([
    ['the storage becomes unavailable', async () => Promise.reject(new Error('connect ECONNREFUSED'))],
    ['it is aborted', undefined],
  ])('leaves no files when %s', async (_, failing) => {
    const { backUp, folder, storage } = await aFullSite();
    const stop = new AbortController();
    const fetch = failing ?? ((key: string) => (stop.abort(new Error('stopped')), storage.fetch(key, 0)));

    await expect(backUp({ storage: altered(storage, { fetch }), signal: stop.signal })).rejects.toThrow();

    expect(readdirSync(folder)).toEqual(['storage']);
  });
});

describe('a backup to a full disk', () => {
  withDisk('ends with one sentence, as a restore does', async () => {
    const { env, folder } = await anEmptySite();
    const disk = join(folder, 'disk');
    await onSmallDisk(disk, async () => {
      const [bag, storage] = [join(disk, 'bag'), join(disk, 'storage')];
      const backup = await runBuiltCommand('backup', [bag], whole.env);
      const restore = await runBuiltCommand('restore', [whole.bag], { ...env, STORAGE_DIR: storage });
      // After the lines of the progress.
      expect([backup, restore].map(({ status, errors }) => [status, errors.split('\n').at(-2)])).toEqual([
        [1, `The disk that holds ${bag} is full: make room there, then try again.`],
        [1, `The disk that holds ${storage} is full: make room there, then try again.`],
      ]);
    });
  });

  const full = () => Promise.reject(new Error('no space left'));

  it.each([
    ['before the first row', full],
    [
      'between two rows',
      async (content: Readable) => {
        for await (const chunk of content) if (chunk) await full();
      },
    ],
  ])('fails %s without blocking uploads', async (_, write) => {
    const site = await aSite();
    open.push(site);
    await site.database.query(
      `insert into news_items (content) select repeat('x', 1000) from generate_series(1, 1000)`,
    );
    const bag = {
      add: async (path: string, content: Readable) =>
        path.endsWith('news_items.csv') ? write(content) : pipeline(content, new PassThrough().resume()),
    };

    const last = dumpDatabase(site.database, bag as unknown as BagWriter);

    await expect(last).rejects.toThrow('no space left');
    await createPhoto(site.database, await anOriginal(site.storage));
  });
});

it('a backup rejects a database without a site', async () => {
  const { bag, backUp, database } = await anEmptySite();
  await database.query('drop schema public cascade; create schema public');
  await expect(backUp()).rejects.toThrow('holds no site');
  expect(() => statSync(bag)).toThrow();
});

describe('a backup of a running site', () => {
  /** Deletes a photo as the API does, and discards its original as the worker does. */
  async function discard({ database, storage }: TestSite, { id, originalKey }: { id: number; originalKey: string }) {
    await database.query('delete from photos where id = $1', [id]);
    if (await isBackupRunning(database)) await moveToTrash(storage, originalKey);
    else await storage.remove(originalKey);
  }

  it('contains a photo that is deleted before its original is copied', async () => {
    const site = await aFullSite();
    const { bag, backUp, storage, photos } = site;
    const doomed = photos[4]!;
    const discardFirst = async (key: string) => {
      if (key === doomed.originalKey) await discard(site, doomed);
      return storage.fetch(key, 0);
    };

    await backUp({ storage: altered(storage, { fetch: discardFirst }) });

    await checkBag(bag);
    expect(readFileSync(join(bag, 'data/database/photos.csv'), 'utf8')).toContain(doomed.originalKey);
    expect(keysIn(bag)).toHaveLength(photos.length + 1);
    expect(await isBackupRunning(site.database)).toBe(false);
  });

  it('contains an original that is in the trash', async () => {
    const { bag, backUp, storage, photos } = await aFullSite();
    await moveToTrash(storage, photos[0]!.originalKey);

    expect(await backUp()).toMatchObject({ lost: [], originals: photos.length + 1 });

    await checkBag(bag);
  });

  it('contains every photo with its original during uploads and deletions', async () => {
    const site = await aFullSite();
    const { backUp, database, storage, folder } = site;
    let isOver = false;
    const traffic = (async () => {
      for (let count = 0; !isOver; count += 1) {
        await createPhoto(database, await anOriginal(storage));
        const [old] = await database.query<{ id: number; originalKey: string }[]>(
          'select id, original_key as "originalKey" from photos order by random() limit 1',
        );
        await discard(site, old!);
      }
    })();
    const bags = [0, 1, 2].map((run) => join(folder, `bag-${run}`));
    for (const bag of bags) await backUp({ folder: bag });
    isOver = true;
    await traffic;

    for (const bag of bags) {
      await checkBag(bag);
      const rows = readFileSync(join(bag, 'data/database/photos.csv'), 'utf8');
      const backgrounds = readFileSync(join(bag, 'data/database/background_images.csv'), 'utf8');
      const referenced = `${rows}${backgrounds}`.match(/originals\/\w\w\/[\w-]+\.jpg/g) ?? [];
      const inBag = keysIn(bag).map(({ name }) => `originals/${name.slice(0, 2)}/${name}`);
      expect(inBag.sort()).toEqual(referenced.sort());
      expect(schemaOf(bag)).toMatchObject({ lost: [], damaged: [] });
    }
  });
});

describe('a backup of a site with missing and damaged originals', () => {
  it('fails without --accept-losses', async () => {
    const { bag, backUp, storage, photos } = await aFullSite();
    const [lost, damaged] = [photos[1]!, photos[2]!];
    await storage.remove(lost.originalKey);
    await storage.write(damaged.originalKey, Buffer.from('something else'));

    await expect(backUp()).rejects.toThrow(
      new RegExp(
        `${lost.originalKey} is missing\n  ${damaged.originalKey} is damaged|${damaged.originalKey} is damaged\n`,
      ),
    );
    expect(() => statSync(bag)).toThrow();

    expect(await backUp({ acceptLosses: true })).toMatchObject({
      lost: [lost.originalKey],
      damaged: [damaged.originalKey],
    });
    const check = await runBuiltCommand('backup', ['--verify', bag], {});
    expect(check).toMatchObject({ status: 0, out: expect.stringContaining('matches its checksums') });
    for (const { originalKey } of [lost, damaged]) expect(check.errors).toContain(originalKey);
    expect(readFileSync(join(bag, 'data', damaged.originalKey), 'utf8')).toBe('something else');
  });
});

describe('checkBag', () => {
  it.each([
    [
      'a changed byte',
      'data/database/photos.csv has changed',
      (path: string) => flip(join(path, 'data/database/photos.csv')),
    ],
    [
      'a shorter table',
      'comments.csv has changed',
      (path: string) => truncate(join(path, 'data/database/comments.csv'), 50),
    ],
    [
      'a missing table',
      'data/database/settings.csv is missing',
      (path: string) => rm(join(path, 'data/database/settings.csv')),
    ],
    [
      'an extra file',
      'data/originals/x.jpg is in no manifest',
      (path: string) => writeFile(join(path, 'data/originals/x.jpg'), ''),
    ],
    [
      'a changed manifest',
      'manifest-sha256.txt has changed',
      (path: string) => flip(join(path, 'manifest-sha256.txt')),
    ],
    ['a changed bag-info.txt', 'bag-info.txt has changed', (path: string) => flip(join(path, 'bag-info.txt'))],
    ['a missing declaration', 'bagit.txt is missing', (path: string) => rm(join(path, 'bagit.txt'))],
    [
      'a declaration that cannot be read',
      'bagit.txt cannot be read: EISDIR',
      async (path: string) => {
        await rm(join(path, 'bagit.txt'));
        await mkdir(join(path, 'bagit.txt'));
      },
    ],
    ['a missing payload', 'data is missing', (path: string) => rm(join(path, 'data'), { recursive: true })],
    [
      'a missing tag manifest',
      'tagmanifest-sha256.txt is missing',
      (path: string) => rm(join(path, 'tagmanifest-sha256.txt')),
    ],
  ])('rejects %s', async (_, message, damage) => {
    const bag = join(whole.folder, `bag-${message.replace(/\W/g, '')}`);
    await cp(whole.bag, bag, { recursive: true });
    await damage(bag);
    await expect(checkBag(bag)).rejects.toThrow(message);
  });
});

async function flip(path: string): Promise<void> {
  const content = readFileSync(path);
  content[content.length >> 1]! ^= 1;
  await writeFile(path, content);
}
