import { readdir, rm } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, waitUntil } from '@portfolio/lifecycle/supervisor';
import { processorTime } from '@portfolio/testing/process-stats';
import { makeTempFolder } from '@portfolio/testing/temp-folder';
import { Artist } from '../../src/artist.ts';
import { noisyPicture } from '../../src/test-pictures.ts';
import { Site, type Process } from '../../src/site/site.ts';
import { testCard } from '../../src/test-card.ts';

const ACCOUNT = { email: 'artist@example.com', password: 'a long enough secret' };
const SETTINGS = { DEMO: 'false', ADMIN_EMAIL: ACCOUNT.email, ADMIN_PASSWORD: ACCOUNT.password };
/** Includes a build if there is none yet. */
const START_TIMEOUT_MS = 300_000;

let dataDir: string;
let site: Site;
let artist: Artist;

const start = async () => {
  site = await Site.start({ dataDir, settings: SETTINGS });
  artist = await Artist.signIn(site.url, ACCOUNT);
};

beforeAll(async () => {
  dataDir = await makeTempFolder('crash');
  await start();
}, START_TIMEOUT_MS);

afterAll(async () => {
  const end = await site.stop();
  await rm(dataDir, { recursive: true, force: true });
  expect(end).toEqual({ status: 0, left: [] });
}, 60_000);

describe('kill -9', () => {
  it(
    'of the API during an upload: it restarts, visitors see an error meanwhile, and no partial photo is left',
    async () => {
      const upload = await startUnfinishedUpload();
      expect(
        await eventually(
          () => countFiles('uploads'),
          (count) => count > 0,
          { timeoutMs: 20_000 },
        ),
      ).toBe(1);
      site.kill(site.service('api'));

      const statuses = new Set<number>();
      await waitUntil(async () => {
        const { status } = await fetch(`${site.url}/api/galleries`);
        statuses.add(status);
        return status === 200 && statuses.has(503);
      });
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      upload.destroy();
      expect(await artist.photos()).toEqual([]);
      expect(await countFiles('uploads')).toBe(0);
      expect(await countFiles('storage')).toBe(0);
    },
    START_TIMEOUT_MS,
  );

  it(
    'of the worker during a render: it restarts and finishes the photo',
    async () => {
      const id = await interruptRender(() => site.kill(site.service('worker')));
      await waitUntilReady(id);
      expect(site.output).toContain('worker has ended (SIGKILL), and is started again.');
    },
    START_TIMEOUT_MS,
  );

  it(
    'of all processes during a render: the next start finishes the photo',
    async () => {
      let killed: Process[] = [];
      const id = await interruptRender(() => site.kill(...(killed = site.processes())));
      await site.ended;
      await waitForEnd(killed);
      // No process was restarted, and none was missed.
      expect(site.processes()).toEqual([]);
      await start();
      await waitUntilReady(id);
    },
    START_TIMEOUT_MS,
  );
});

/** Sends half of an upload, and leaves the request open. */
async function startUnfinishedUpload(): Promise<ClientRequest> {
  const image = await noisyPicture();
  const boundary = 'half-an-upload';
  const field = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const head = Buffer.from(
    `${field('name="title"')}\r\nHalf\r\n${field('name="image"; filename="half.jpg"')}Content-Type: image/jpeg\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const upload = request(`${site.url}/api/photos/upload`, {
    method: 'POST',
    headers: {
      ...artist.headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + image.length + tail.length,
    },
  });
  // The test kills the server.
  upload.on('error', () => undefined);
  upload.write(Buffer.concat([head, image.subarray(0, image.length / 2)]));
  return upload;
}

/** Uploads a photo and runs `kill` during its render. @returns the photo's id */
async function interruptRender(kill: () => void): Promise<number> {
  const worker = site.service('worker');
  const { id } = await artist.startUpload(await testCard(), 'Interrupted');
  // A render of 12 megapixels takes about two seconds.
  await useProcessor(worker, 0.5);
  // Suspended first, to be sure that it is rendering.
  process.kill(worker.pid, 'SIGSTOP');
  expect((await artist.photo(id)).status).toBe('processing');
  kill();
  return id;
}

/** Waits for the end of killed processes: `kill -9` returns earlier. */
async function waitForEnd(killed: Process[]): Promise<void> {
  const isKilled = ({ pid }: Process) => killed.some((process) => process.pid === pid);
  const left = await eventually(
    () => site.processes().filter(isKilled),
    (processes) => processes.length === 0,
  );
  expect(left).toEqual([]);
}

async function waitUntilReady(id: number): Promise<void> {
  const photo = await eventually(
    () => artist.photo(id),
    ({ status }) => status !== 'processing',
    { timeoutMs: 120_000 },
  );
  expect(photo).toMatchObject({ status: 'ready', failure: null });
  // The first attempt leaves no files beside the photo's renditions.
  const renditionCount = new Set(photo.renditions.map(({ url }) => url)).size;
  expect(
    await eventually(
      () => countFiles(`storage/renditions/${id}`),
      (count) => count === renditionCount,
    ),
  ).toBe(renditionCount);
}

/** Waits until a process has used that much more processor time, or for that time if it is unknown. */
async function useProcessor({ pid }: Process, seconds: number): Promise<void> {
  const before = processorTime(pid);
  if (before === undefined) return wait(seconds * 1_000);
  await waitUntil(() => (processorTime(pid) ?? Infinity) - before >= seconds * 1_000);
}

/** Files in a folder of the site, recursively. */
async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}
