import { createHash } from 'node:crypto';
import { queryString, type Api } from '@portfolio/api-client';
import type { ModeratedCommentListView, PageView, PhotoListView, PhotoView } from '@portfolio/contracts';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { forEachConcurrent } from '@portfolio/storage';
import type { Load } from './load.ts';
import { showsNumber } from './numbered-pictures.ts';

/** Time for the queue to finish after the load. */
const SETTLE_TIMEOUT_MS = 180_000;
const CONNECTIONS = 4;

/**
 * Waits for the queue, then compares all accepted uploads and comments with what the site serves.
 *
 * @param api signed in as the administrator
 * @returns a sentence for each fault
 */
export async function findLosses(
  api: Api,
  { uploads, comments }: Pick<Load, 'uploads' | 'comments'>,
  signal?: AbortSignal,
): Promise<string[]> {
  const photos = await settledPhotos(api, signal);
  const faults = photos
    .filter(({ status }) => status !== 'ready')
    .map(({ title, status, failure }) => `${title} is ${status}: ${failure}`);
  for (const { id, title } of uploads) {
    const own = photos.filter((photo) => photo.title === title);
    if (own.length !== 1 || own[0]!.id !== id) faults.push(`${title} has ${own.length} rows`);
  }
  await forEachConcurrent(photos, CONNECTIONS, async (photo) => {
    signal?.throwIfAborted();
    const accepted = uploads.find(({ id }) => id === photo.id);
    if (accepted && (await originalHash(api, photo)) !== accepted.sha256)
      faults.push(`${photo.title}: another original`);
    faults.push(...(await wrongRenditions(api, photo)));
  });
  const found = await readAll<ModeratedCommentListView, string>(api, '/comments', (page) =>
    page.comments.map(({ content }) => content),
  );
  for (const comment of comments) {
    const count = found.filter((content) => content === comment).length;
    if (count !== 1) faults.push(`${comment} has ${count} rows`);
  }
  return faults;
}

/** All photos, once none is processed. */
export async function settledPhotos(api: Api, signal?: AbortSignal): Promise<PhotoView[]> {
  const processing = () => api.get<PhotoListView>('/photos?status=processing&limit=1').catch(() => undefined);
  // oxlint-disable-next-line repository/asserted-waits -- photos that stay in processing are in the list
  await eventually(processing, (page) => page?.total === 0, {
    ...{ timeoutMs: SETTLE_TIMEOUT_MS, intervalMs: 500 },
    ...(signal && { signal }),
  });
  return readAll<PhotoListView, PhotoView>(api, '/photos', ({ photos }) => photos);
}

/** SHA-256 of a photo's original; undefined if the site does not serve it. */
export async function originalHash(api: Api, { original_url: url }: PhotoView): Promise<string | undefined> {
  const file = url && (await download(api, url));
  return file ? createHash('sha256').update(file).digest('hex') : undefined;
}

/** Renditions that are missing, or whose colours are not those of the upload's number. */
async function wrongRenditions(api: Api, { title, renditions }: PhotoView): Promise<string[]> {
  const [, number] = /^Upload (\d+)$/.exec(title) ?? [];
  const faults: string[] = [];
  for (const { url } of renditions) {
    const file = await download(api, url);
    if (!file) faults.push(`${title}: ${url} is missing`);
    else if (number && !(await showsNumber(file, Number(number))))
      faults.push(`${title}: ${url} shows another picture`);
  }
  return faults;
}

async function download(api: Api, url: string): Promise<Uint8Array | undefined> {
  const response = await fetch(api.fileAddress(url));
  const body = new Uint8Array(await response.arrayBuffer());
  return response.ok ? body : undefined;
}

async function readAll<Page extends PageView, T>(api: Api, path: string, itemsOf: (page: Page) => T[]): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page = await api.get<Page>(path + queryString({ limit: 100, cursor }));
    items.push(...itemsOf(page));
    cursor = page.next_cursor;
  }
  return items;
}
