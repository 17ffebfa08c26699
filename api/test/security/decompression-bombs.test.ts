import { existsSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Photo } from '@portfolio/database';
import { aBomb, aJpeg, CLAIMED_BOMBS, claimingSize, COSTLY_FILES } from '@portfolio/testing';
import { peakMemory } from '@portfolio/testing/process-stats';
import sharp from 'sharp';
import { BOUNDARY, multipart } from '../multipart.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

/** Growth of the memory of this process in MB, at most, while the API validates one file. */
const MAX_GROWTH_MB = 250;
/** Processor time in ms for one file. */
const MAX_PROCESSOR_MS = 5_000;
const RESET_PEAK = '/proc/self/clear_refs';

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

/** Uploads a file, and measures the peak of the memory of this process, which validates it, and its processor time. */
async function measuredUpload(content: Buffer) {
  // Resets the peak, where the system has one (https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html).
  if (existsSync(RESET_PEAK)) writeFileSync(RESET_PEAK, '5');
  const [peak = 0, time] = [peakMemory(process.pid), process.cpuUsage()];
  const response = await upload(content);
  const { user, system } = process.cpuUsage(time);
  return { response, growthMb: (peakMemory(process.pid) ?? 0) - peak, processorMs: (user + system) / 1_000 };
}

describe('a file with too many pixels', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ...Object.entries(CLAIMED_BOMBS),
    ['JPEG of 65,500 × 65,500', async () => claimingSize(await aJpeg({ width: 60, height: 40 }))],
    ['PNG with 400 real megapixels', () => aBomb()],
  ])('%s, is rejected before it is decoded', async (_, make) => {
    const { response, growthMb } = await measuredUpload(await make());

    const message = 'The image has more than 100 megapixels';
    expect(response.body).toEqual({ statusCode: 422, code: 'image.too-many-pixels', message });
    expect(api.files()).toEqual([]);
    expect(await api.database.getRepository(Photo).count()).toBe(0);
    expect(growthMb).toBeLessThan(MAX_GROWTH_MB);
  });
});

describe('a small picture with costly metadata', () => {
  it.each(Object.entries(COSTLY_FILES))('%s, takes little time and memory', async (_, make) => {
    const content = await make();
    expect(content.length).toBeLessThan(10 * 1024 * 1024);

    const { response, growthMb, processorMs } = await measuredUpload(content);

    expect([201, 422]).toContain(response.status);
    expect(processorMs).toBeLessThan(MAX_PROCESSOR_MS);
    expect(growthMb).toBeLessThan(MAX_GROWTH_MB);
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
