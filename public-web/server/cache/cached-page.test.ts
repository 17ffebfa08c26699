import { syncBuiltinESMExports } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import zlib, { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type * as cachedPage from './cached-page.ts';
import { encodingFor } from './cached-page.ts';

/** A separate module instance, whose first compression fails. */
const OWN_MODULE = './cached-page.ts?compression-fails-once';

let CachedPage: typeof cachedPage.CachedPage;
const restore = () => {
  jest.restoreAllMocks();
  syncBuiltinESMExports();
};
beforeAll(async () => {
  const compress = zlib.brotliCompressSync;
  jest
    .spyOn(zlib, 'brotliCompressSync')
    .mockImplementation((...args) => compress(...args))
    .mockImplementationOnce(() => {
      throw new Error('out of memory');
    });
  syncBuiltinESMExports();
  ({ CachedPage } = (await import(OWN_MODULE)) as typeof cachedPage);
});
afterAll(restore);

it('retries a compression that failed', async () => {
  const page = new CachedPage(200, Buffer.from('a page'));

  await expect(page.encode('br')).rejects.toThrow('out of memory');
  const { body } = await page.encode('br');
  expect(String(brotliDecompressSync(body))).toBe('a page');
});

it('frees its first compressed copy after recompression', async () => {
  const page = new CachedPage(200, Buffer.from('a page'));
  const first = await (async () => new WeakRef(await page.encode('br')))();

  await page.recompress();
  // A weak reference keeps its object alive until the end of the task.
  await new Promise((resolve) => setImmediate(resolve));
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();

  expect(first.deref()).toBeUndefined();
});

it('has the state of its script', () => {
  const page = new CachedPage(200, Buffer.from('<p>&quot;b&quot;</p><script id="page-state">{"a":["b"]}</script>'));

  expect(page.hasState(200, '{"a":["b"]}')).toBe(true);
  expect(page.hasState(404, '{"a":["b"]}')).toBe(false);
  for (const other of ['["b"]}', '{"a":["b"', '{"a":["c"]}']) expect(page.hasState(200, other)).toBe(false);
});

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['abracadabra', 'identity'],
  ['', 'identity'],
])('negotiates %j as %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
  expect(encodingFor(accepted)).toBe(encoding);
});

it('negotiates identity without a header', () => expect(encodingFor(undefined)).toBe('identity'));
