import { expect, it, jest } from '@jest/globals';
import { brotliDecompressSync } from 'node:zlib';

/** Node's own, which fails once. */
const zlib = await import('node:zlib');
let failures = 1;
jest.unstable_mockModule('node:zlib', () => ({
  ...zlib,
  brotliCompress: (...args: Parameters<typeof zlib.brotliCompress>) => {
    const done = args.at(-1) as (error: Error | null, made?: Buffer) => void;
    if (failures-- > 0) done(new Error('no memory'));
    else zlib.brotliCompress(...args);
  },
}));
const { KeptPage } = await import('./kept-page.ts');

it('a page that could not be compressed is, for the next who asks', async () => {
  const page = new KeptPage(200, Buffer.from('a page'));

  await expect(page.as('br')).rejects.toThrow('no memory');
  const { body } = await page.as('br');
  expect(String(brotliDecompressSync(body))).toBe('a page');
});
