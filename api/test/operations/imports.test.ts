import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ArchiveSource, exportBag, type RestoreOptions, restoreSite } from '@portfolio/backup';
import { DEMO_ACCOUNT, type ImportResponse } from '@portfolio/contracts';
import { readSiteId } from '@portfolio/database';
import {
  type JobContext,
  type JobHandlers,
  type JobPayloads,
  JobWorker,
  PermanentFailure,
  queueBackend,
} from '@portfolio/jobs';
import { DiskStorage, importKey, IMPORTS } from '@portfolio/storage';
import { createGallery } from '@portfolio/testing';
import { pack } from 'tar-stream';
import { aSite, fill, type TestSite } from '../backup/a-site.ts';
import { startOwnTestApi, type TestApi } from '../start-test-api.ts';

const MEGABYTE = 1024 * 1024;
const ID = '0198c5f26d3a7cc19a550d6f1f2f8a10';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let worker: JobWorker | undefined;
/** A tar archive. */
let tar: Buffer;
beforeAll(async () => {
  const archive = pack();
  archive.entry({ name: 'bag/bagit.txt' }, 'text');
  archive.finalize();
  tar = await buffer(Readable.from(archive));
  api = await startOwnTestApi();
});
beforeEach(async () => {
  await api.database.query('truncate bullmq.job, bullmq.dedup cascade');
  await api.database.query('truncate galleries, settings cascade');
  admin = await api.signIn();
});
afterEach(async () => {
  await worker?.close();
  worker = undefined;
});
afterAll(() => api.stop());

const view = async () => (await admin.get('/api/admin/import').expect(200)).body as ImportResponse;

const send = (part: Buffer | undefined, fields: Record<string, string> = {}, agent = admin) => {
  const request = agent.post('/api/admin/import/parts').field({ upload_id: ID, number: '1', ...fields });
  return part ? request.attach('part', part, 'part') : request;
};

/** Handles the import as a worker does. */
async function startWorker(handle: (payload: JobPayloads['import'], context: JobContext) => Promise<void>) {
  const backend = queueBackend({ databaseUrl: api.env.DATABASE_URL, siteId: await readSiteId(api.database) });
  const handlers = new Proxy({}, { get: () => handle }) as JobHandlers;
  worker = new JobWorker({ backend, handlers, concurrency: 1, onError: () => undefined });
  await worker.ready();
}

async function until(isTrue: (state: ImportResponse) => boolean): Promise<ImportResponse> {
  for (const end = Date.now() + 20_000; ; await wait(50)) {
    const state = await view();
    if (isTrue(state)) return state;
    if (Date.now() > end) throw new Error(`It did not come true within 20 seconds: ${JSON.stringify(state)}`);
  }
}

describe('a new site', () => {
  it('is empty, also after sign-ins and visits', async () => {
    await api.database.query(`insert into page_views values (now(), '/', 1) on conflict do nothing`);
    expect(await view()).toEqual({ is_empty: true, part_bytes: 8 * MEGABYTE, import: null });
  });

  it('takes no larger parts than uploads', async () => {
    const small = await startOwnTestApi({ MAX_UPLOAD_MB: 1 });
    const agent = await small.signIn();
    const { body } = await agent.get('/api/admin/import').expect(200);
    expect(body.part_bytes).toBe(MEGABYTE);
    await send(Buffer.alloc(MEGABYTE), { number: '2' }, agent).expect(201);
    await send(Buffer.alloc(MEGABYTE + 1), { number: '2' }, agent).expect(413);
    await small.stop();
  });

  it('stores the parts and enqueues the import', async () => {
    const second = randomBytes(100);
    await send(tar).expect(201);
    await send(Buffer.from('lost'), { number: '2' }).expect(201);
    await send(second, { number: '2' }).expect(201);

    const { body } = await admin.post('/api/admin/import').send({ upload_id: ID, parts: 2 }).expect(202);

    expect(body).toMatchObject({ is_empty: true, import: { status: 'running', progress: null } });
    expect(await api.storage.read(importKey(ID, 1))).toEqual(tar);
    expect(await api.storage.read(importKey(ID, 2))).toEqual(second);
    const handled = new Promise((resolve) => void startWorker(async (payload) => resolve(payload)));
    expect(await handled).toEqual({ uploadId: ID, parts: 2, isDemo: true });
  });

  it('shows the progress of an import, and refuses another one meanwhile', async () => {
    let finish = () => {};
    await startWorker(async (_, { report }) => {
      await report({ stage: 'originals', done: 3, total: 7 });
      await new Promise<void>((resolve) => (finish = resolve));
    });
    await admin.post('/api/admin/import').send({ upload_id: ID, parts: 1 }).expect(202);

    const progress = { stage: 'originals', done: 3, total: 7 };
    const running = await until(({ import: latest }) => latest?.status === 'running' && latest.progress !== null);
    expect(running.import).toEqual({ status: 'running', progress });
    for (const request of [send(tar), admin.post('/api/admin/import').send({ upload_id: ID, parts: 1 })]) {
      expect((await request.expect(409)).body.code).toBe('import.running');
    }
    finish();
    expect((await until(({ import: latest }) => latest === null)).is_empty).toBe(true);
  });

  it('shows why an import has failed, until the next one', async () => {
    const failure = 'Nothing was imported. The archive is damaged or incomplete.';
    await startWorker(async () => {
      throw new PermanentFailure(failure);
    });
    await admin.post('/api/admin/import').send({ upload_id: ID, parts: 1 }).expect(202);

    const failed = await until(({ import: latest }) => latest?.status === 'failed');

    expect(failed.import).toEqual({ status: 'failed', failure });
    const { body } = await admin.get('/api/admin/queue').expect(200);
    expect(body.failed_jobs).toMatchObject([{ name: 'Import a site', reason: failure }]);
    await worker!.close();
    await send(tar).expect(201);
    await admin.post('/api/admin/import').send({ upload_id: ID, parts: 1 }).expect(202);
    expect((await admin.get('/api/admin/queue').expect(200)).body.failed_jobs).toEqual([]);
  });

  it.each([
    ['This site is not empty any more (messages: 1).', 'failed'],
    ['The archive is damaged or incomplete.', undefined],
  ])('shows on a site in use only that it was overtaken: %s', async (reason, status) => {
    await startWorker(async () => {
      throw new PermanentFailure(`Nothing was imported. ${reason}`);
    });
    await admin.post('/api/admin/import').send({ upload_id: ID, parts: 1 }).expect(202);
    await until(({ import: latest }) => latest?.status === 'failed');

    await createGallery(api.database);

    expect((await view()).import?.status).toBe(status);
  });

  it('shows why an import has failed to a repeated start, after the worker removed the archive', async () => {
    const failure = 'Nothing was imported. The archive is damaged or incomplete.';
    await startWorker(async ({ uploadId }) => {
      await api.storage.removeFolder(`${IMPORTS}/${uploadId}`);
      throw new PermanentFailure(failure);
    });
    await send(tar).expect(201);
    const start = () => admin.post('/api/admin/import').send({ upload_id: ID, parts: 1 }).expect(202);
    await start();
    await until(({ import: latest }) => latest?.status === 'failed');
    await worker!.close();

    const { body } = await start();

    expect(body.import).toEqual({ status: 'failed', failure });
  });
});

describe('an archive is refused', () => {
  it.each([
    ['that is no tar file', () => randomBytes(5_000), {}, 415, 'Please select the .tar file of an export'],
    ['that is empty', () => Buffer.alloc(0), {}, 415, 'Please select the .tar file of an export'],
    ['without a file', () => undefined, {}, 400, 'The part of the archive is missing'],
    [
      'with another id',
      () => tar,
      { upload_id: '../../originals' },
      400,
      'upload_id must have 32 lower-case hexadecimal digits',
    ],
    ['with part 0', () => tar, { number: '0' }, 400, 'number must be a whole number from 1 to 100000'],
    ['with too many parts', () => tar, { number: '100001' }, 400, 'number must be a whole number from 1 to 100000'],
  ])('%s', async (_, part, fields, status, message) => {
    const before = api.files();
    const { body } = await send(part(), fields).expect(status);
    expect(body.message).toBe(message);
    expect(api.files()).toEqual(before);
  });

  it('that leaves too little free space', async () => {
    const freeBytes = jest.spyOn(DiskStorage.prototype, 'freeBytes').mockResolvedValue(1_000_000);
    const { body } = await send(tar).expect(507);
    expect(body.message).toBe('The storage is full. Free some space on the server, then try again.');
    freeBytes.mockRestore();
  });

  it('by a site that is not empty, before its body is received', async () => {
    await createGallery(api.database);
    const { authorization } = (admin.get('/') as unknown as { header: { authorization: string } }).header;

    const head = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
      socket.once('data', (data) => (resolve(data.toString()), socket.destroy())).once('error', reject);
      socket.write(
        `POST /api/admin/import/parts HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n` +
          'content-type: multipart/form-data; boundary=x\r\ncontent-length: 8000000\r\n\r\n',
      );
    });

    expect(head).toMatch(/^HTTP\/1\.1 409 .*"code":"import\.not-empty"/s);
    expect(await view()).toMatchObject({ is_empty: false, import: null });
    const { body } = await admin.post('/api/admin/import').send({ upload_id: ID, parts: 1 }).expect(409);
    expect(body.message).toBe('This site is not empty. An archive can be imported into a new site only.');
  });
});

describe('an import into a running site', () => {
  let source: TestSite;
  beforeAll(async () => {
    source = await aSite();
    await fill(source);
    // The account of this site has a password that works.
    const [{ hash }] = await api.database.query<[{ hash: string }]>('select password_hash as hash from users');
    await source.database.query('update users set password_hash = $1', [hash]);
    await exportBag({ dataSource: source.database, storage: source.storage, key: 'exports/all.tar' });
    await api.storage.write(importKey(ID, 1), (await source.storage.read('exports/all.tar'))!);
  });
  afterAll(() => source.close());

  const run = async (options: Pick<RestoreOptions, 'isRefused'> = {}) =>
    restoreSite({
      databaseUrl: api.env.DATABASE_URL,
      storage: api.storage,
      bag: await ArchiveSource.index({ storage: api.storage, keys: [importKey(ID, 1)] }),
      isRunning: true,
      ...options,
    });

  it('refuses the account of a demo, without a change', async () => {
    const before = await api.database.query('select * from users');
    await expect(run({ isRefused: async ({ email }) => email.toLowerCase() === 'elin@example.org' })).rejects.toThrow(
      'The archive is of a demo',
    );
    expect(await api.database.query('select * from users')).toEqual(before);
    await admin.get('/api/auth/me').expect(200);
  });

  it('shows the new site at once, and ends all sessions', async () => {
    const galleries = async () => (await api.visitor.get('/api/galleries').expect(200)).body;
    expect((await galleries()).galleries).toEqual([]);
    expect((await api.visitor.get('/api/public/settings').expect(200)).body.artistName).toBe('');

    await run();

    expect((await galleries()).galleries).toHaveLength(2);
    expect((await api.visitor.get('/api/public/settings').expect(200)).body).toMatchObject({
      artistName: 'Elin "Øst"',
    });
    await admin.get('/api/admin/import').expect(401);
    const { email, password } = DEMO_ACCOUNT;
    await api.visitor.post('/api/auth/login').send({ email, password }).expect(401);
    const credentials = { email: 'elin@example.org', password };
    await api.visitor.post('/api/auth/login').send(credentials).expect(200);
  });
});
