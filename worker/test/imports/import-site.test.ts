import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { exportBag, openSiteDatabase, TransientBackupError } from '@portfolio/backup';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { type Photo, User } from '@portfolio/database';
import { type JobContext, JobQueue, PermanentFailure } from '@portfolio/jobs';
import { importKey, IMPORTS, SPARE_BYTES, type Storage, StorageUnavailableError } from '@portfolio/storage';
import { hash } from '@node-rs/argon2';
import { createMessage } from '@portfolio/testing';
import { DataSource } from 'typeorm';
import { DiscardExports } from '../../src/exports/export-site.ts';
import { ImportSite } from '../../src/imports/import-site.ts';
import { type Backend, createBackend } from '../backend.ts';

const ID = '0198c5f26d3a7cc19a550d6f1f2f8a10';

let [source, target]: [Backend, Backend] = [undefined as never, undefined as never];
let ready: Photo;
/** Archives of the source: with the account of the artist, with that of a demo, and with the password of a demo alone. */
let archive: Buffer;
let demoArchive: Buffer;
let archiveWithPublicPassword: Buffer;
/** Stages of the reports. */
let reported: Set<string>;
beforeAll(async () => {
  source = await createBackend();
  const renditions = [{ width: 320, height: 213, format: 'jpeg' as const, bytes: 1 }];
  ready = await source.accept(undefined, { title: 'Łódź', status: 'ready', version: 'v', renditions });
  await source.accept(undefined, { title: 'Waiting' });
  const users = source.app.get(DataSource).getRepository(User);
  const { id } = await users.save({ name: 'Elin', email: 'elin@example.org', passwordHash: 'x' });
  const account = { id };
  archive = await exportSource();
  await users.update(account, { email: DEMO_ACCOUNT.email });
  demoArchive = await exportSource();
  await users.update(account, { email: 'elin@example.org', passwordHash: await hash(DEMO_ACCOUNT.password) });
  archiveWithPublicPassword = await exportSource();
});
beforeEach(async () => {
  target = await createBackend();
  reported = new Set();
});
afterEach(() => target.close());
afterAll(() => source.close());

async function exportSource(): Promise<Buffer> {
  const dataSource = await openSiteDatabase(source.variables.DATABASE_URL);
  await exportBag({ dataSource, storage: source.storage, key: 'exports/all.tar' });
  await dataSource.destroy();
  return (await source.storage.read('exports/all.tar'))!;
}

const PART_BYTES = 10_000;

/** Stores an archive in two parts. */
async function upload(content = archive) {
  await target.storage.write(importKey(ID, 1), content.subarray(0, PART_BYTES));
  await target.storage.write(importKey(ID, 2), content.subarray(PART_BYTES));
}

const run = (context: Partial<JobContext> = {}, { parts = 2, isDemo = false } = {}) =>
  target.app.get(ImportSite).run(
    { uploadId: ID, parts, isDemo },
    {
      isLastAttempt: false,
      signal: new AbortController().signal,
      report: async ({ stage = '' }) => void reported.add(stage),
      ...context,
    },
  );

/** Replaces a method of the job's storage. */
function replaceInStorage<N extends keyof Storage>(method: N, replacement: (storage: Storage) => Storage[N]) {
  const job = target.app.get(ImportSite) as unknown as { storage: Storage };
  const { storage } = job;
  job.storage = new Proxy(storage, {
    get: (given, name: keyof Storage) => (name === method ? replacement(storage) : given[name].bind(given)),
  });
}

const bytesIn = async (folder: string) => {
  let total = 0;
  for await (const { bytes } of target.storage.list(folder)) total += bytes;
  return total;
};
const photos = async () => (await target.photos.find({ order: { id: 'asc' } })).map(({ title }) => title);
const accounts = async () => (await target.app.get(DataSource).getRepository(User).find()).map(({ email }) => email);

describe('an import', () => {
  it('restores rows and originals, enqueues the pictures and removes the archive', async () => {
    await upload();
    await target.app.get(DataSource).getRepository(User).save({ name: 'A', email: 'a@example.org', passwordHash: 'x' });

    await run();

    expect(await photos()).toEqual(['Łódź', 'Waiting']);
    expect(await accounts()).toEqual(['elin@example.org']);
    expect(await target.keys('originals')).toEqual(await source.keys('originals'));
    expect(await target.storage.read(ready.originalKey)).toEqual(await source.storage.read(ready.originalKey));
    expect((await target.app.get(JobQueue).counts()).prioritized).toBe(1);
    expect(await target.keys(IMPORTS)).toEqual([]);
    expect([...reported]).toEqual(['check', 'originals']);
  });

  it('enqueues the pictures where a worker died after the restore', async () => {
    await upload();
    const jobs = target.app.get(JobQueue);
    const queue = jobs.withQueue.bind(jobs);
    jobs.withQueue = () => Promise.reject(new Error('killed'));
    await expect(run()).rejects.toThrow('killed');
    expect(await target.keys(IMPORTS)).toHaveLength(2);
    jobs.withQueue = queue;

    await run();

    expect(await photos()).toEqual(['Łódź', 'Waiting']);
    expect((await jobs.counts()).prioritized).toBe(1);
    expect(await target.keys(IMPORTS)).toEqual([]);
  });

  it('enqueues the pictures where the storage failed after the restore', async () => {
    await upload();
    let isDown = true;
    replaceInStorage('stat', (storage) => async (key) => {
      if (isDown && key.startsWith('originals/') && (await photos()).length > 0) throw new StorageUnavailableError();
      return storage.stat(key);
    });
    await expect(run()).rejects.toThrow(TransientBackupError);
    expect(await target.keys(IMPORTS)).toHaveLength(2);
    isDown = false;

    await run();

    expect((await target.app.get(JobQueue).counts()).prioritized).toBe(1);
    expect(await target.keys('originals')).toEqual(await source.keys('originals'));
    expect(await target.keys(IMPORTS)).toEqual([]);
  });

  it('returns to the queue at a shutdown, with nothing but files', async () => {
    await upload();
    const shutdown = new AbortController();
    const report = async ({ stage }: { stage?: string }) => void (stage === 'originals' && shutdown.abort('shutdown'));
    await expect(run({ signal: shutdown.signal, report, isLastAttempt: true })).rejects.toBe('shutdown');
    expect(await photos()).toEqual([]);
    expect(await target.keys(IMPORTS)).toHaveLength(2);
    // Enough with the originals that are stored already.
    const stored = await bytesIn('originals');
    expect(stored).toBeGreaterThan(0);
    replaceInStorage('freeBytes', () => async () => SPARE_BYTES + 2 * PART_BYTES - stored);

    await run();

    expect(await photos()).toEqual(['Łódź', 'Waiting']);
  });
});

describe('a failed import', () => {
  it('says that it is incomplete where the queue failed after the restore', async () => {
    await upload();
    target.app.get(JobQueue).withQueue = () => Promise.reject(new Error('The queue is down'));

    await expect(run({ isLastAttempt: true })).rejects.toThrow(
      new PermanentFailure('The import is incomplete. Retry it on the Queue page.'),
    );

    expect(await photos()).toEqual(['Łódź', 'Waiting']);
  });

  it('says that it may be incomplete while the database is down, and keeps the archive for a retry', async () => {
    await upload();
    const job = target.app.get(ImportSite) as unknown as { dataSource: Pick<DataSource, 'query'> };
    const { dataSource } = job;
    job.dataSource = { query: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    await expect(run({ isLastAttempt: true })).rejects.toThrow(
      new PermanentFailure('The import is incomplete. Retry it on the Queue page.'),
    );
    job.dataSource = dataSource;

    await run();

    expect(await photos()).toEqual(['Łódź', 'Waiting']);
  });

  it('says why, leaves the site empty and removes the archive', async () => {
    await upload();
    await target.storage.write(importKey(ID, 2), Buffer.from('no archive'));

    await expect(run()).rejects.toThrow(
      new PermanentFailure(
        'Nothing was imported. The archive is damaged or incomplete. Select the .tar file of an export.',
      ),
    );

    expect(await photos()).toEqual([]);
    expect(await target.keys(IMPORTS)).toEqual([]);
    await expect(run()).rejects.toThrow('The archive is not stored any more.');
  });

  it('is retried during an outage, and gives up at the last attempt', async () => {
    await upload();
    const url = target.variables.DATABASE_URL;
    const site = target.app.get(ImportSite) as unknown as { env: { DATABASE_URL: string } };
    const { env } = site;
    const outage = new URL(url);
    outage.pathname = '/missing';
    site.env = { ...env, DATABASE_URL: outage.href };

    await expect(run()).rejects.not.toBeInstanceOf(PermanentFailure);
    expect(await target.keys(IMPORTS)).toHaveLength(2);
    await expect(run({ isLastAttempt: true })).rejects.toThrow(/^Nothing was imported\. .*Try again\.$/);
    expect(await target.keys(IMPORTS)).toEqual([]);
    site.env = env;
  });

  it('says that the storage is full, and removes what it stored', async () => {
    await upload();
    let writes = 0;
    replaceInStorage(
      'write',
      (storage) => (key, content) =>
        (writes += 1) > 1
          ? Promise.reject(Object.assign(new Error(), { code: 'ENOSPC' }))
          : storage.write(key, content),
    );

    await expect(run({ isLastAttempt: true })).rejects.toThrow('Nothing was imported. The storage is full.');

    expect(await target.keys('originals')).toEqual([]);
    expect(await target.keys(IMPORTS)).toEqual([]);
  });

  it('says that there is too little space before it starts', async () => {
    await upload();
    replaceInStorage('freeBytes', () => async () => SPARE_BYTES + 1_000);
    await expect(run()).rejects.toThrow('Nothing was imported. The storage has too little free space for the import.');
    expect([...reported]).toEqual([]);
  });

  it('never has the public account of a demo, except on a demo', async () => {
    await upload(demoArchive);
    await expect(run()).rejects.toThrow('Nothing was imported. The archive is of a demo');
    expect(await accounts()).toEqual([]);
    expect(await target.keys('originals')).toEqual([]);

    await upload(demoArchive);
    await run({}, { isDemo: true });
    expect(await accounts()).toEqual([DEMO_ACCOUNT.email]);
  });

  it('never has an account with the public password of a demo', async () => {
    await upload(archiveWithPublicPassword);
    await expect(run()).rejects.toThrow('Nothing was imported. The archive is of a demo');
    expect(await accounts()).toEqual([]);
  });

  it('fails with the number of messages that arrived during it', async () => {
    await upload();
    let writes = 0;
    replaceInStorage('write', (storage) => async (key, content) => {
      if ((writes += 1) === 1) await createMessage(target.app.get(DataSource));
      return storage.write(key, content);
    });
    await expect(run()).rejects.toThrow(
      'Nothing was imported. This site is not empty any more (messages: 1). Start a new site, and import the archive there.',
    );
    expect(await target.keys('originals')).toEqual([]);
  });
});

it('a site in use stays as it is', async () => {
  await upload();
  await createMessage(target.app.get(DataSource));
  await run();
  expect(await photos()).toEqual([]);
  expect(await target.keys(IMPORTS)).toEqual([]);
});

it('uploads without an open import are removed a day after their last part', async () => {
  const parts = [importKey(ID, 1), importKey(ID, 2)] as const;
  for (const part of parts) await target.storage.write(part, Buffer.from('part'));
  await target.age(parts[0], 25 * 60 * 60_000);
  await target.age(parts[1], 23 * 60 * 60_000);
  await target.app.get(DiscardExports).run();
  expect(await target.keys(IMPORTS)).toEqual(parts);

  await target.age(parts[1], 25 * 60 * 60_000);
  const jobs = target.app.get(JobQueue);
  await jobs.add('import', { uploadId: ID, parts: 2, isDemo: false });
  await target.app.get(DiscardExports).run();
  expect(await target.keys(IMPORTS)).toEqual(parts);

  await jobs.withQueue(async (queue) => queue.remove((await queue.getDeduplicationJobId('import'))!));
  await target.app.get(DiscardExports).run();
  expect(await target.keys(IMPORTS)).toEqual([]);
});
