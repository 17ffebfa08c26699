import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { removeAbandonedUploads, uploadFolder } from './image-upload.interceptor.ts';

/** Larger than any process id of Linux. */
const UNUSED_PID = 2 ** 22 + 1;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portfolio-uploads-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('removes upload folders of killed processes, and of an earlier process that had the current id', () => {
  writeFileSync(join(uploadFolder(root), 'half a photo'), '');
  mkdirSync(join(root, `upload-${UNUSED_PID}`));
  mkdirSync(join(root, `upload-${process.ppid}`));

  removeAbandonedUploads(root);

  expect(readdirSync(root)).toEqual([`upload-${process.ppid}`]);
});

it('leaves other files and folders', () => {
  mkdirSync(join(root, 'storage'));
  mkdirSync(join(root, String(UNUSED_PID)));
  writeFileSync(join(root, 'upload-notes.txt'), '');

  removeAbandonedUploads(root);

  expect(readdirSync(root).sort()).toEqual([String(UNUSED_PID), 'storage', 'upload-notes.txt'].sort());
});
