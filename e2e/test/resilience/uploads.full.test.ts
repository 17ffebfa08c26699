import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { eventually, freePort, waitUntil } from '@portfolio/lifecycle/supervisor';
import { BackOffice } from '../../src/back-office.ts';
import { launchBrowser } from '../../src/browser.ts';
import { makeTempFolder } from '@portfolio/testing/temp-folder';
import { KillableDatabase, KillableService } from '../../src/site/killable-processes.ts';
import { plainPicture } from '../../src/test-pictures.ts';

const FILES = 24;
/** The API is killed after these numbers of photos. */
const KILLS = [4, 12];
const ACCOUNT = { email: 'artist@example.com', password: 'a long enough secret' };
/** Slow enough to interrupt an upload. */
const BYTES_PER_SECOND = 120_000;

let folder: string;
let database: KillableDatabase;
let programs: Record<'api' | 'worker' | 'pages', KillableService>;
let browser: Browser;
let address: string;

beforeAll(async () => {
  folder = await makeTempFolder('uploads');
  database = await KillableDatabase.start(join(folder, 'postgres'));
  const [port, pagesPort] = [String(await freePort()), String(await freePort())];
  const origin = `http://localhost:${pagesPort}`;
  address = `${origin}/admin-app`;
  const data = { DATABASE_URL: database.url, STORAGE_DIR: join(folder, 'storage') };
  programs = {
    api: new KillableService('api', 'api/dist/start.cjs', {
      ...data,
      PORT: port,
      ADMIN_ORIGINS: origin,
      UPLOAD_DIR: join(folder, 'uploads'),
      JWT_SECRET: randomBytes(48).toString('base64url'),
      ADMIN_EMAIL: ACCOUNT.email,
      ADMIN_PASSWORD: ACCOUNT.password,
    }),
    worker: new KillableService('worker', 'worker/dist/start.cjs', { ...data, MALLOC_ARENA_MAX: '2' }),
    pages: new KillableService('pages', 'admin-web/dist/server/main.js', {
      PORT: pagesPort,
      HOST: 'localhost',
      API_ORIGIN: `http://127.0.0.1:${port}`,
    }),
  };
  await new KillableService('migrate', 'api/dist/migrate.js', data).run();
  for (const program of Object.values(programs)) await program.start();
  browser = await launchBrowser();
}, 120_000);

afterAll(async () => {
  await browser.close();
  for (const program of Object.values(programs)) await program.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

it(`${FILES} photos uploaded at once arrive exactly once when the API is killed meanwhile`, async () => {
  const page = await browser.newPage();
  const office = new BackOffice(page, address);
  await office.open('/login');
  await office.signIn(ACCOUNT);
  await office.show('Photos');
  await throttle(page);
  await page.getByRole('button', { name: 'Add Photo' }).first().click();
  await page.getByLabel('Image', { exact: true }).setInputFiles(await pictures());
  await page.getByRole('button', { name: `Upload ${FILES} Photos` }).click();
  const tray = page.getByRole('region', { name: 'Uploads' });

  for (const photoCount of KILLS) {
    await waitUntil(async () => (await rows()).length >= photoCount);
    await programs.api.kill();
    await tray.locator('p:not([role])', { hasText: 'The site cannot be reached. Waiting…' }).waitFor();
    expect((await rows()).length).toBeLessThan(FILES);
    await programs.api.start();
  }

  await tray.locator('header > p', { hasText: new RegExp(`^${FILES} uploaded$`) }).waitFor();
  const photos = await eventually(rows, (all) => all.every(({ status }) => status === 'ready'));
  expect(photos.map(({ title }) => title).sort()).toEqual(titles().sort());
  expect(new Set(photos.map(({ content_hash: hash }) => hash)).size).toBe(FILES);
  expect(photos.filter(({ status }) => status !== 'ready')).toEqual([]);
}, 240_000);

const titles = () => Array.from({ length: FILES }, (_, index) => `Plate ${index + 1}`);

/** Distinct images. */
const pictures = () =>
  Promise.all(
    titles().map(async (title, index) => ({
      name: `${title}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await plainPicture(`hsl(${index * 15}, 40%, 50%)`),
    })),
  );

/** Throttles uploads of the browser. */
async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: BYTES_PER_SECOND,
  });
}

interface Row {
  title: string;
  status: string;
  content_hash: string;
}

const rows = async () => (await database.query('select title, status, content_hash from photos')) as Row[];
