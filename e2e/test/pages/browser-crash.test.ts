import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../../src/browser.ts';
import { unpackChromium } from '../../src/bundled-chromium.ts';

const former = process.env.CHROME_PATH;
const { execPath } = process;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browser-'));
  process.env.CHROME_PATH = join(folder, 'chromium');
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(async () => {
  if (former === undefined) delete process.env.CHROME_PATH;
  else process.env.CHROME_PATH = former;
  process.execPath = execPath;
  await rm(folder, { recursive: true });
});

it('a browser that crashes before a connection is started once more, which is said', async () => {
  await createBrowser('kill -SEGV $$');

  await expect(launchBrowser()).rejects.toThrow('signal=SIGSEGV');

  expect(await starts()).toBe(2);
  expect(process.stderr.write).toHaveBeenCalledTimes(1);
  expect(process.stderr.write).toHaveBeenCalledWith(expect.stringContaining('crashed at its start'));
});

it('a browser that exits without a crash is not started again', async () => {
  await createBrowser('exit 1');

  await expect(launchBrowser()).rejects.toThrow('exitCode=1');

  expect(await starts()).toBe(1);
});

it('concurrent calls unpack the bundled browser to drafts of their own', async () => {
  process.execPath = join(folder, 'node');
  await writeFile(process.execPath, `#!/bin/sh\necho "$TMPDIR" >> ${join(folder, 'drafts')}\nmkdir "$TMPDIR/fonts"\n`, {
    mode: 0o755,
  });
  const unpacked = join(folder, 'unpacked');

  await Promise.all([unpackChromium(unpacked), unpackChromium(unpacked)]);

  const drafts = (await readFile(join(folder, 'drafts'), 'utf8')).trim().split('\n');
  expect(new Set(drafts).size).toBe(2);
  expect((await readdir(folder)).sort()).toEqual(['drafts', 'node', 'unpacked']);
});

/** A program in the place of the browser, which notes each of its starts. */
async function createBrowser(end: string): Promise<void> {
  await writeFile(join(folder, 'chromium'), `#!/bin/sh\necho start >> ${join(folder, 'starts')}\n${end}\n`, {
    mode: 0o755,
  });
}

async function starts(): Promise<number> {
  const notes = await readFile(join(folder, 'starts'), 'utf8');
  return notes.split('\n').length - 1;
}
