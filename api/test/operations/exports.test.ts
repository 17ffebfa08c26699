import { createHash, randomBytes } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExportResponse, StorageUsageView, ExportView } from '@portfolio/contracts';
import { type JobContext, JobWorker, PermanentFailure, queueBackend, type JobHandlers } from '@portfolio/jobs';
import { ARCHIVE_LIFETIME_MS, exportKey, EXPORTS } from '@portfolio/storage';
import { createBackground, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const TOKEN = '9f86d081884c7d659a2feaa0c55ad015';
const CONTENT = randomBytes(50_000);

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let worker: JobWorker | undefined;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos, background_images cascade');
  await api.database.query('truncate bullmq.job, bullmq.dedup cascade');
  await api.storage.removeFolder(EXPORTS);
});
afterEach(async () => {
  await worker?.close();
  worker = undefined;
});

const view = async () => (await admin.get('/api/admin/export').expect(200)).body as ExportResponse;
const used = async () => (await admin.get('/api/admin/export/storage').expect(200)).body as StorageUsageView;
const start = async (body?: object) => (await admin.post('/api/admin/export').send(body).expect(202)).body.export;
const until = async <S extends ExportView['status']>(
  status: S,
  isTrue: (found: ExportView) => boolean = () => true,
) => {
  for (const end = Date.now() + 20_000; ; await wait(20)) {
    const { export: found } = await view();
    if (found?.status === status && isTrue(found)) return found as ExportView & { status: S };
    if (Date.now() > end) throw new Error(`The export is not ${status} within 20 seconds`);
  }
};
/** Runs exports by the function. */
const work = async (run: JobHandlers['export']) => {
  worker = new JobWorker({
    backend: queueBackend({ databaseUrl: api.env.DATABASE_URL }),
    handlers: { export: run } as JobHandlers,
    concurrency: 2,
    onError: () => undefined,
  });
  await worker.ready();
};
const write = () => api.storage.write(exportKey(TOKEN), CONTENT);
const age = async (milliseconds: number) => {
  const at = new Date(Date.now() - milliseconds);
  await utimes(join(api.env.STORAGE_DIR!, exportKey(TOKEN)), at, at);
};
const modifiedAt = async () => (await api.storage.stat(exportKey(TOKEN)))!.modifiedAt;
const FULL = 'The storage has too little free space for an export.';
const LINK = `/api/exports/download?token=${TOKEN}`;

describe('an export', () => {
  it('is none at first', async () => {
    expect((await view()).export).toBeNull();
    const { body } = await admin.delete('/api/admin/export').expect(404);
    expect(body).toMatchObject({ code: 'export.not-found', message: 'Export not found' });
    await admin.post('/api/admin/export').send({ accept_losses: 'some' }).expect(400);
    await admin.post('/api/admin/export').send({ where: '/tmp' }).expect(400);
  });

  it('runs once at a time, with its progress, then has a link for a day', async () => {
    expect(await start()).toEqual({ status: 'running', created_at: expect.any(String), progress: null });
    const runs: [payload: unknown, context: JobContext][] = [];
    let finish: () => void = () => undefined;
    await work(async (...run) => {
      runs.push(run);
      await run[1].report({ done: 2, total: 5 });
      await new Promise<void>((resolve) => (finish = resolve));
      await write();
    });
    const started = await start({ accept_losses: true });
    const running = await until('running', (found) => 'progress' in found && found.progress !== null);
    expect(running).toEqual({ ...started, progress: { done: 2, total: 5 } });
    const refused = await admin.delete('/api/admin/export').expect(409);
    expect(refused.body.message).toBe('The export is still running');
    finish();

    const ready = await until('ready');
    expect(runs.map(([payload]) => payload)).toEqual([{ acceptLosses: false }]);
    expect(ready).toMatchObject({ bytes: CONTENT.length, url: LINK });
    expect(Date.parse(ready.expires_at) - Date.parse(ready.created_at)).toBe(ARCHIVE_LIFETIME_MS);
    await admin.delete('/api/admin/export').expect(200, { message: 'Export removed' });
    expect((await view()).export).toBeNull();
    await api.visitor.get(LINK).expect(404);
  });

  it('fails with a message for people, and starts again, without the lost originals', async () => {
    const payloads: unknown[] = [];
    await work(async (payload) => {
      payloads.push(payload);
      const fault = 'These originals are missing or damaged:\n  originals/ab/abc.jpg is missing';
      throw new PermanentFailure(payload.acceptLosses ? 'Too little free space for an export: 5 bytes' : fault);
    });

    await start();
    expect(await until('failed')).toEqual({
      status: 'failed',
      created_at: expect.any(String),
      failure: 'Some original files are missing or damaged. The log of the worker names the first ten.',
      has_losses: true,
    });
    await start({ accept_losses: true });
    expect(await until('failed')).toMatchObject({ failure: FULL, has_losses: false });
    expect(payloads).toEqual([{ acceptLosses: false }, { acceptLosses: true }]);
    const { body } = await admin.get('/api/admin/queue').expect(200);
    expect(body.failed_jobs).toMatchObject([{ name: 'Export the site', reason: FULL }]);

    await admin.delete('/api/admin/export').expect(200);
    expect((await view()).export).toBeNull();
  });
});

it('a failed export is shown instead of an earlier one that it has not replaced', async () => {
  await write();
  await age(60_000);
  await work(async () => {
    throw new PermanentFailure('The storage is away: connect ECONNREFUSED');
  });

  await start();

  expect(await until('failed')).toMatchObject({ failure: expect.stringMatching(/could not be reached/) });
});

describe('the link of an export', () => {
  it('downloads the archive without a sign-in, also in parts, and is never cached or compressed', async () => {
    await write();

    const whole = await api.visitor.get(LINK).set('accept-encoding', 'gzip').buffer().expect(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-length': String(CONTENT.length),
      'content-disposition': `attachment; filename="portfolio-${(await modifiedAt()).toISOString().slice(0, 10)}.tar"`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    });
    expect(whole.headers).not.toHaveProperty('content-encoding');
    const file = await fetch(api.url + LINK);
    const sum = (content: ArrayBuffer | Buffer) =>
      createHash('sha256')
        .update(Buffer.from(content as ArrayBuffer))
        .digest('hex');
    expect(sum(await file.arrayBuffer())).toBe(sum(CONTENT));
    const { etag } = whole.headers as { etag: string };
    const rest = await fetch(api.url + LINK, { headers: { range: 'bytes=49000-', 'if-range': etag } });
    expect(rest.status).toBe(206);
    expect(sum(await rest.arrayBuffer())).toBe(sum(CONTENT.subarray(49_000)));
    const head = await fetch(api.url + LINK, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(CONTENT.length));
    await api.visitor.get(LINK).set('range', 'bytes=60000-').expect(416);
  });

  it('names the day of the export in the time zone of the site', async () => {
    await write();
    for (const zone of ['Etc/GMT-14', 'Etc/GMT+12']) {
      await admin
        .put('/api/admin/settings/website')
        .send({ settings: { time_zone: zone } })
        .expect(200);
      const day = new Intl.DateTimeFormat('sv', { timeZone: zone }).format(await modifiedAt());

      const { headers } = await api.visitor.head(LINK).expect(200);

      expect(headers['content-disposition']).toBe(`attachment; filename="portfolio-${day}.tar"`);
    }
    await admin
      .put('/api/admin/settings/website')
      .send({ settings: { time_zone: 'UTC' } })
      .expect(200);
  });

  it('ends after a day', async () => {
    await write();
    await age(ARCHIVE_LIFETIME_MS - 60_000);
    await api.visitor.get(LINK).expect(200);
    await age(ARCHIVE_LIFETIME_MS + 1_000);

    const { body } = await api.visitor.get(LINK).expect(404);

    expect(body.message).toBe('Export not found');
    expect((await view()).export).toBeNull();
  });

  it.each(['', '?token=', `?token=${'0'.repeat(32)}`, `?token=../${TOKEN}`, `?token=${TOKEN}&token=${TOKEN}`])(
    'is unknown with %s',
    async (query) => {
      await write();
      await api.visitor.get(`/api/exports/download${query}`).expect(404);
    },
  );
});

it('the storage used is the sum of originals and renditions', async () => {
  const before = await used();
  const rendition = { format: 'jpeg', width: 640, height: 427, bytes: 1_000 } as const;
  await createPhoto(api.database, { originalBytes: 3_000_000, renditions: [rendition, rendition] });
  await createPhoto(api.database, { originalBytes: 10, renditions: [], deletedAt: new Date() });
  await createBackground(api.database, { originalBytes: 700, renditions: [rendition] });

  expect(before).toEqual({ originals: 0, renditions: 0 });
  expect(await used()).toEqual({ originals: 3_000_710, renditions: 3_000 });
});
