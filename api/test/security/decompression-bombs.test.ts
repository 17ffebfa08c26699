import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Photo } from '@portfolio/database';
import { aBomb, aJpeg, CLAIMED_BOMBS, claimingSize, COSTLY_FILES } from '@portfolio/testing';
import sharp from 'sharp';
import { BOUNDARY, multipart } from '../multipart.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

/** Memory growth in bytes while validating one file. */
const GROWTH = 250 * 1024 * 1024;

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());

const upload = (content: Buffer) =>
  admin
    .post('/api/photos/upload')
    .set('content-type', `multipart/form-data; boundary=${BOUNDARY}`)
    .send(
      multipart([
        { name: 'title', content: 'Harbour' },
        { name: 'image', filename: 'harbour.jpg', type: 'image/jpeg', content },
      ]),
    );

describe('a file with too many pixels', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ...Object.entries(CLAIMED_BOMBS),
    ['JPEG of 65,500 × 65,500', async () => claimingSize(await aJpeg({ width: 60, height: 40 }))],
    ['PNG with 400 real megapixels', () => aBomb()],
  ])('%s, is rejected before it is decoded', async (_, make) => {
    const content = await make();
    const before = process.memoryUsage.rss();

    const { body } = await upload(content).expect(422);

    expect(body).toEqual({ statusCode: 422, code: 'image.too-many-pixels', message: expect.any(String) });
    expect(api.files()).toEqual([]);
    expect(await api.database.getRepository(Photo).count()).toBe(0);
    expect(process.memoryUsage.rss() - before).toBeLessThan(GROWTH);
  });
});

describe('a small picture with costly metadata', () => {
  it.each(Object.entries(COSTLY_FILES))('%s, takes little time and memory', async (_, make) => {
    const content = await make();
    expect(content.length).toBeLessThan(10 * 1024 * 1024);
    const [before, began] = [process.memoryUsage.rss(), performance.now()];

    const { status } = await upload(content);

    expect([201, 422]).toContain(status);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(GROWTH);
    await api.visitor.get('/api/galleries').expect(200);
  });
});

it('the decoder reads the four formats only, from files and buffers', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const tiff = sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } }).tiff();

  await expect(sharp(svg).metadata()).rejects.toThrow(/unsupported image format/);
  await expect(sharp(await tiff.toBuffer()).metadata()).rejects.toThrow(/unsupported image format/);
  expect([sharp.cache().memory.max, sharp.cache().files.max, sharp.concurrency()]).toEqual([0, 0, 1]);
});
