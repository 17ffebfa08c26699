import { syncBuiltinESMExports } from 'node:module';
import zlib, { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type * as cachedPage from './cached-page.ts';

/** A module of its own, which sees the compression that fails once. */
const OWN_MODULE = './cached-page.ts?compression-fails-once';

let CachedPage: typeof cachedPage.CachedPage;
const restore = () => {
  jest.restoreAllMocks();
  syncBuiltinESMExports();
};
beforeAll(async () => {
  const compress = zlib.brotliCompress;
  const failing = jest.spyOn(zlib, 'brotliCompress');
  failing.mockImplementation(((...args: Parameters<typeof compress>) => compress(...args)) as typeof compress);
  failing.mockImplementationOnce(((...args: unknown[]) => {
    (args.at(-1) as (error: Error) => void)(new Error('no memory'));
  }) as typeof compress);
  syncBuiltinESMExports();
  ({ CachedPage } = (await import(OWN_MODULE)) as typeof cachedPage);
});
afterAll(restore);

it('compresses a page again after a compression that failed', async () => {
  const page = new CachedPage(200, Buffer.from('a page'));

  await expect(page.as('br')).rejects.toThrow('no memory');
  const { body } = await page.as('br');
  expect(String(brotliDecompressSync(body))).toBe('a page');
});
