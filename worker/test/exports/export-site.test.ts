import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { checkBag } from '@portfolio/backup';
import { type JobContext, PermanentFailure, Requeued } from '@portfolio/jobs';
import { ARCHIVE_LIFETIME_MS, exportKey, EXPORTS, SPARE_BYTES, type Storage } from '@portfolio/storage';
import { WorkerEnv } from '../../src/env.ts';
import { DiscardExports, ExportSite } from '../../src/exports/export-site.ts';
import { DiscardOrphans } from '../../src/pictures/discard-files.ts';
import { createBackend, type Backend } from '../backend.ts';

const { TMPDIR: originalTmpdir } = process.env;

let backend: Backend;
let folder: string;
beforeAll(async () => {
  backend = await createBackend();
  folder = await mkdtemp(join(tmpdir(), 'export-test-'));
  // A TMPDIR of its own: the scratch folders of other tests would be counted.
  process.env.TMPDIR = folder;
});
afterAll(async () => {
  if (originalTmpdir === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = originalTmpdir;
  await backend.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await backend.photos.deleteAll();
  await backend.storage.removeFolder(EXPORTS);
});

const aJob = (given: Partial<JobContext> = {}) => {
  const reports: unknown[] = [];
  const context: JobContext = {
    isLastAttempt: true,
    signal: new AbortController().signal,
    report: async (progress) => void reports.push(progress),
    ...given,
  };
  return { context, reports };
};
const run = (context = aJob().context, acceptLosses = false) =>
  backend.app.get(ExportSite).run({ acceptLosses }, context);

/** The export on a storage with replaced methods. */
const exportWithStorage = (changes: Partial<Storage>) =>
  new ExportSite(
    backend.app.get(WorkerEnv),
    new Proxy(backend.storage as Storage, {
      get: (target, name: keyof Storage) => changes[name] ?? target[name].bind(target),
    }),
  );
const scratchFolders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('portfolio-export-'));

it('writes the bag of a backup under an unguessable name, and reports its progress', async () => {
  const photo = await backend.accept();
  const { context, reports } = aJob();

  await run(context);

  const [key, ...others] = await backend.keys(EXPORTS);
  expect(key).toMatch(/^exports\/[0-9a-f]{32}\.tar$/);
  expect(others).toEqual([]);
  expect(reports.at(-1)).toEqual({ done: 1, total: 1 });
  await writeFile(join(folder, 'export.tar'), (await backend.storage.read(key!))!);
  execFileSync('tar', ['--extract', '--file', 'export.tar'], { cwd: folder });
  const names = (await readdir(folder)).filter((name) => /^portfolio-\d{4}-\d\d-\d\d$/.test(name));
  expect(names).toHaveLength(1);
  const bag = join(folder, names[0]!);
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'manifest-sha256.txt'], { cwd: bag });
  await expect(checkBag(bag)).resolves.toBeDefined();
  expect(await readdir(join(bag, 'data/originals'), { recursive: true })).toContain(
    photo.originalKey.replace('originals/', ''),
  );
});

it('removes the previous export, and what a killed worker left unfinished', async () => {
  const earlier = exportKey('0'.repeat(32));
  await backend.storage.write(earlier, Buffer.from('an archive'));
  const scratch = join(tmpdir(), 'portfolio-export-of-a-killed-worker');
  await mkdir(scratch, { recursive: true });
  await utimes(scratch, 0, 0);
  const unfinished = join(backend.variables.STORAGE_DIR, `${earlier}.a.part`);
  await writeFile(unfinished, 'half of an archive');

  await run();

  const files = await readdir(join(backend.variables.STORAGE_DIR, EXPORTS));
  expect(files).toEqual([expect.stringMatching(/^(?!0{32})[0-9a-f]{32}\.tar$/)]);
  expect(await scratchFolders()).not.toContain('portfolio-export-of-a-killed-worker');
});

it('leaves no file that can be downloaded when it ends early', async () => {
  await backend.accept();
  const before = await scratchFolders();
  const controller = new AbortController();
  const reason = new Requeued();
  const { context } = aJob({ signal: controller.signal });
  const interrupted = exportWithStorage({
    fetch: async (key, max) => {
      controller.abort(reason);
      return backend.storage.fetch(key, max);
    },
  });

  await expect(interrupted.run({ acceptLosses: false }, context)).rejects.toBe(reason);
  await expect(
    exportWithStorage({ writeStream: () => Promise.reject(new Error('disk full')) }).run(
      { acceptLosses: false },
      aJob().context,
    ),
  ).rejects.toThrow('disk full');

  expect(await readdir(join(backend.variables.STORAGE_DIR, EXPORTS)).catch(() => [])).toEqual([]);
  expect(await scratchFolders()).toEqual(before);
});

it('fails for good without an original, unless losses are accepted', async () => {
  const photo = await backend.accept();
  await backend.storage.remove(photo.originalKey);

  await expect(run()).rejects.toThrow(PermanentFailure);
  expect(await backend.keys(EXPORTS)).toEqual([]);
  await run(aJob().context, true);

  expect(await backend.keys(EXPORTS)).toHaveLength(1);
});

it('does not fill the disk', async () => {
  const photo = await backend.accept();
  const needed = SPARE_BYTES + photo.originalBytes;
  const runWith = (free: number) =>
    exportWithStorage({ freeBytes: async () => free }).run({ acceptLosses: false }, aJob().context);

  await expect(runWith(needed - 1)).rejects.toThrow(
    new PermanentFailure(`Too little free space for an export: ${needed - 1} bytes`),
  );
  expect(await backend.keys(EXPORTS)).toEqual([]);
  await runWith(needed);
  expect(await backend.keys(EXPORTS)).toHaveLength(1);
});

it('removes the archive after a day, and never before as an orphan', async () => {
  await run();
  const [key] = await backend.keys(EXPORTS);
  await backend.age(key!, ARCHIVE_LIFETIME_MS - 60_000);

  await backend.app.get(DiscardExports).run();
  await backend.app.get(DiscardOrphans).run();
  expect(await backend.keys(EXPORTS)).toEqual([key]);

  await backend.age(key!, ARCHIVE_LIFETIME_MS + 60_000);
  await backend.app.get(DiscardExports).run();
  expect(await backend.keys(EXPORTS)).toEqual([]);
});
