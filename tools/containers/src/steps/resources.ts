import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { imageForm } from '@portfolio/api-client';
import { settledPhotos } from '@portfolio/cluster/losses';
import type { PhotoResponse } from '@portfolio/contracts';
import { formatTable } from '@portfolio/testing/statistics';
import sharp from 'sharp';
import { OUR_SERVICES, SERVICES, type Deployment, type Service } from '../deployment.ts';

/** MB of an image above its base. */
const IMAGE_BUDGET: Record<(typeof OUR_SERVICES)[number], number> = {
  ...{ api: 90, worker: 80, 'public-web': 45, 'admin-web': 45 },
};
/** MB of an idle container. */
const MEMORY_BUDGET: Record<Service, number> = {
  ...{ postgres: 150, redis: 30, api: 160, worker: 130, 'public-web': 100, 'admin-web': 70, gateway: 40 },
};
const SETTLE_MS = 5_000;

const MB = 1e6;
const UNITS: Record<string, number> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** Sizes of our images above their base, within the budget. */
export async function limitImageSizes(site: Deployment, base: string): Promise<string[]> {
  const sizeOf = async (image: string) => Number(await site.docker('image', 'inspect', '--format', '{{.Size}}', image));
  const baseSize = await sizeOf(base);
  const rows = await Promise.all(
    OUR_SERVICES.map(async (service) => {
      const added = Math.round(((await sizeOf(site.image(service))) - baseSize) / MB);
      return [service, added, IMAGE_BUDGET[service]] as const;
    }),
  );
  return withinBudget('image', rows);
}

/** Memory of idle containers, within the budget. */
export async function limitIdleMemory(site: Deployment): Promise<string[]> {
  await wait(SETTLE_MS);
  const rows = await Promise.all(
    SERVICES.map(async (service) => {
      const stats = ['stats', '--no-stream', '--format', '{{.MemUsage}}', await site.container(service)];
      const [, value, unit] = /^([\d.]+)(\w+)/.exec(await site.docker(...stats))!;
      return [service, Math.round((Number(value) * UNITS[unit!]!) / MB), MEMORY_BUDGET[service]] as const;
    }),
  );
  return withinBudget('idle container', rows);
}

function withinBudget(title: string, rows: (readonly [string, number, number])[]): string[] {
  const total = rows.reduce((sum, [, megabytes]) => sum + megabytes, 0);
  const table = formatTable([title, 'MB', 'at most'], [...rows.map((row) => [...row]), ['all', total, '']]);
  assert(
    rows.every(([, megabytes, budget]) => megabytes <= budget),
    table,
  );
  return [table];
}

/** Two of the largest pictures at once, interlaced and with 16 bits a channel: the decoder holds 6 bytes of each pixel. */
export async function renderLargestPictures(site: Deployment): Promise<string[]> {
  const size = { width: 9_949, height: 9_949, channels: 3 as const };
  const picture = await sharp({ create: { ...size, background: '#345' } })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer();
  const ids = await site.containers('api', 'worker');
  const restarts = () => Promise.all(ids.map((id) => site.inspect(id, '{{.RestartCount}} {{.State.OOMKilled}}')));
  const before = await restarts();
  const file = new File([new Uint8Array(picture)], 'large.png', { type: 'image/png' });
  await uploadAtOnce(site, file, ['Large 1', 'Large 2']);
  assert.deepEqual(await restarts(), before, 'A container was restarted.');
  return Promise.all(
    (['api', 'worker'] as const).map(async (service) => {
      const id = await site.container(service);
      const peaks = await site.docker('exec', id, 'sh', '-c', 'grep -h VmHWM /proc/[0-9]*/status');
      const peak = Math.max(...[...peaks.matchAll(/\d+/g)].map(([kilobytes]) => Number(kilobytes) * 1024));
      const limit = Number(await site.inspect(id, '{{.HostConfig.Memory}}'));
      return `${service}: peak of ${Math.round(peak / MB)} MB, limit ${Math.round(limit / MB)} MB`;
    }),
  );
}

/** Uploads a file under several titles at once, and waits until each photo is ready. */
async function uploadAtOnce(site: Deployment, file: File, titles: string[]): Promise<void> {
  const api = await site.signIn();
  await Promise.all(titles.map((title) => api.post<PhotoResponse>('/photos/upload', imageForm(file, { title }))));
  const photos = (await settledPhotos(api)).filter(({ title }) => titles.includes(title));
  assert.deepEqual(
    photos.map(({ status, failure }) => [status, failure]),
    titles.map(() => ['ready', null]),
  );
}

const LARGE_UPLOADS = 8;
const LARGE_UPLOAD_MB = 95;
/** The largest segment of a JPEG file is its length of two bytes and 65,533 others. */
const COMMENT = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(65_533, 'x')]);

/** Uploads of almost 100 MB at once: `/tmp` of a container holds none of them, and each becomes ready. */
export async function acceptLargeUploads(site: Deployment): Promise<string[]> {
  site.configure({ MAX_UPLOAD_MB: '100' });
  await site.up();
  const size = { width: 1_200, height: 800, channels: 3 as const };
  const picture = await sharp({ create: { ...size, background: '#453' } })
    .jpeg()
    .toBuffer();
  const comments = Array<Buffer>(Math.floor((LARGE_UPLOAD_MB * MB) / COMMENT.length)).fill(COMMENT);
  // After the marker of the file's start.
  const bytes = Buffer.concat([picture.subarray(0, 2), ...comments, picture.subarray(2)]);
  const file = new File([bytes], 'large.jpg', { type: 'image/jpeg' });
  const titles = Array.from({ length: LARGE_UPLOADS }, (_, index) => `Large file ${index + 1}`);
  await uploadAtOnce(site, file, titles);
  return [`${titles.length} uploads of ${Math.round(bytes.length / MB)} MB at once`];
}
