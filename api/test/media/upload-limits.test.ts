import fs from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { Photo } from '@portfolio/database';
import { aJpeg } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ MAX_UPLOAD_MB: 25 });
});
afterAll(() => api.stop());
afterEach(() => void jest.restoreAllMocks());

it('the configured upload limit is reported, to the administrator only', async () => {
  const admin = await api.signIn();

  expect((await admin.get('/api/admin/upload-limits').expect(200)).body).toEqual({ megabytes: 25, file_details: true });
  await api.visitor.get('/api/admin/upload-limits').expect(401);
});

/** File system that is full after one write. */
function aFullDisk() {
  const { open, close, write } = fs;
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
  let isFull = false;
  const writeOnce = (...args: Parameters<typeof write>) => {
    const done = args.at(-1) as unknown as (error: Error) => void;
    if (isFull) return done(error);
    isFull = true;
    return write(...args);
  };
  return { open, close, write: writeOnce as typeof write };
}

it('an upload to a full disk is refused, and leaves neither file nor row', async () => {
  const admin = await api.signIn();
  const image = await aJpeg({ megapixels: 1, quality: 100 });
  const { createWriteStream } = fs;
  const received: fs.PathLike[] = [];
  jest.spyOn(fs, 'createWriteStream').mockImplementation((path) => {
    received.push(path);
    return createWriteStream(path, { fs: aFullDisk() });
  });

  const { status, body } = await admin
    .post('/api/photos/upload')
    .field('title', 'Harbour')
    .attach('image', image, 'harbour.jpg');

  expect([status, body.code]).toEqual([507, 'storage.full']);
  expect(received).toHaveLength(1);
  expect(api.files()).toEqual([]);
  expect(await api.database.getRepository(Photo).count()).toBe(0);
});
