import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../../src/browser.ts';

const former = process.env.CHROME_PATH;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browser-'));
  process.env.CHROME_PATH = join(folder, 'chromium');
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(async () => {
  if (former === undefined) delete process.env.CHROME_PATH;
  else process.env.CHROME_PATH = former;
  await rm(folder, { recursive: true });
});

it('a browser that crashes before a connection is started once more, which is said', async () => {
  await createBrowser('kill -SEGV $$');

  await expect(launchBrowser()).rejects.toThrow('signal=SIGSEGV');

  expect(await starts()).toBe(2);
  expect(process.stderr.write).toHaveBeenCalledTimes(1);
  expect(process.stderr.write).toHaveBeenCalledWith(expect.stringContaining('crashed at its start'));
});

it('a browser that ends by itself is not started again', async () => {
  await createBrowser('exit 1');

  await expect(launchBrowser()).rejects.toThrow('exitCode=1');

  expect(await starts()).toBe(1);
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
