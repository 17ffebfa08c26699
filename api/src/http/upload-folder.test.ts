import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { removeAbandonedUploads, uploadFolder } from './upload-folder.ts';

/** Larger than any process id of Linux. */
const NOBODY = 2 ** 22 + 1;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portfolio-uploads-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('removeAbandonedUploads deletes folders of killed processes and of this process id', () => {
  writeFileSync(join(uploadFolder(root), 'half a photo'), '');
  mkdirSync(join(root, `upload-${NOBODY}`));
  mkdirSync(join(root, `upload-${process.ppid}`));

  removeAbandonedUploads(root);

  expect(readdirSync(root)).toEqual([`upload-${process.ppid}`]);
});

it('removeAbandonedUploads leaves other files', () => {
  mkdirSync(join(root, 'storage'));
  mkdirSync(join(root, String(NOBODY)));
  writeFileSync(join(root, 'upload-notes.txt'), '');

  removeAbandonedUploads(root);

  expect(readdirSync(root).sort()).toEqual([String(NOBODY), 'storage', 'upload-notes.txt'].sort());
});
