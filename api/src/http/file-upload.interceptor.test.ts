import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { makeUploadFolder, removeAbandonedUploads } from './file-upload.interceptor.ts';

/** Larger than any process id of Linux. */
const UNUSED_PID = 2 ** 22 + 1;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portfolio-uploads-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const nameOf = (pid: number, host = hostname()) => `upload-${host}-${pid}`;

it('removes upload folders of killed processes, and of an earlier process that had the current id', async () => {
  writeFileSync(join(await makeUploadFolder(root), 'half a photo'), '');
  mkdirSync(join(root, nameOf(UNUSED_PID)));
  mkdirSync(join(root, nameOf(process.ppid)));

  removeAbandonedUploads(root);

  expect(readdirSync(root)).toEqual([nameOf(process.ppid)]);
});

it('removes upload folders of other containers a day after their last upload', () => {
  const [used, abandoned] = [nameOf(process.pid, 'web-1'), nameOf(process.pid, 'web-2')];
  for (const name of [used, abandoned]) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'half a photo'), '');
  }
  const longAgo = new Date(Date.now() - 25 * 60 * 60_000);
  utimesSync(join(root, abandoned), longAgo, longAgo);

  removeAbandonedUploads(root);

  expect(readdirSync(root)).toEqual([used]);
});

it('leaves other files and folders', () => {
  mkdirSync(join(root, 'storage'));
  mkdirSync(join(root, String(UNUSED_PID)));
  writeFileSync(join(root, 'upload-notes.txt'), '');

  removeAbandonedUploads(root);

  expect(readdirSync(root).sort()).toEqual([String(UNUSED_PID), 'storage', 'upload-notes.txt'].sort());
});
