import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { removeAbandonedUploads, uploadFolder } from './upload-folder.ts';

/** Larger than any process number that Linux gives. */
const NOBODY = 2 ** 22 + 1;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portfolio-uploads-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('removes what killed processes left, and what an earlier process of this number left', () => {
  writeFileSync(join(uploadFolder(root), 'half a photo'), '');
  mkdirSync(join(root, `upload-${NOBODY}`));
  mkdirSync(join(root, `upload-${process.ppid}`));

  removeAbandonedUploads(root);

  expect(readdirSync(root)).toEqual([`upload-${process.ppid}`]);
});

it('leaves alone what is not ours', () => {
  mkdirSync(join(root, 'storage'));
  mkdirSync(join(root, String(NOBODY)));
  writeFileSync(join(root, 'upload-notes.txt'), '');

  removeAbandonedUploads(root);

  expect(readdirSync(root).sort()).toEqual([String(NOBODY), 'storage', 'upload-notes.txt'].sort());
});
