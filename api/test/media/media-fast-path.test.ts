import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Photo } from '@portfolio/database';
import { BACKGROUND_KEYS, PHOTO_KEYS, STORAGE, type Storage } from '@portfolio/storage';
import { createBackground, createGallery, createPhoto } from '@portfolio/testing';
import { ContentVersion } from '../../src/backend/content-version.ts';
import { MediaService } from '../../src/media/media.service.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let photo: Photo;
let address: string;
let background: string;
beforeAll(async () => {
  api = await startTestApi();
  photo = await createPhoto(api.database);
  await api.storage.write(PHOTO_KEYS.rendition(photo.id, String(photo.version), 640, 'avif'), Buffer.from('picture'));
  address = `/media/${photo.id}/${photo.version}/640.avif`;
  const { id, version } = await createBackground(api.database);
  await api.storage.write(BACKGROUND_KEYS.rendition(id, String(version), 640, 'jpeg'), Buffer.from('background'));
  background = `/media/background/${id}/${version}/640.jpeg`;
});
afterAll(() => api.stop());
afterEach(() => void jest.restoreAllMocks());

const framework = () => jest.spyOn(api.app.get(MediaService), 'rendition');

async function headersOf(path: string, requestHeaders: Record<string, string> = {}) {
  const { status, headers } = await api.visitor.get(path).set(requestHeaders);
  // Differs by time.
  delete headers['date'];
  return { status, headers };
}

describe('the media fast path', () => {
  it.each([
    ['photo', () => address],
    ['background image', () => background],
  ])('responds exactly like the framework: %s', async (_, path) => {
    const frameworkCalls = framework();
    const fast = await headersOf(path());
    const tag = { 'if-none-match': String(fast.headers['etag']) };
    const notModified = await headersOf(path(), tag);
    expect(frameworkCalls).not.toHaveBeenCalled();
    expect([fast.status, notModified.status]).toEqual([200, 304]);

    // A query string forces the framework.
    expect(await headersOf(`${path()}?y=1`)).toEqual(fast);
    expect(await headersOf(`${path()}?x=1`, tag)).toEqual(notModified);
    expect(frameworkCalls).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['Range', { range: 'bytes=0-2' }, 206],
    ['Origin', { origin: 'http://elsewhere.example' }, 200],
    ['Authorization', { authorization: 'Bearer x' }, 200],
    ['If-None-Match: *', { 'if-none-match': '*' }, 304],
  ])('falls back for %s', async (_, requestHeaders, status) => {
    const frameworkCalls = framework();
    await api.visitor.get(address).set(requestHeaders).expect(status);
    expect(frameworkCalls).toHaveBeenCalledTimes(1);
  });

  it('falls back for everything else', async () => {
    const hidden = await createPhoto(api.database);
    await createGallery(api.database, { isActive: false, photos: [hidden] });
    const frameworkCalls = framework();
    const others = [
      `/media/${hidden.id}/${hidden.version}/640.avif`,
      `/media/${photo.id}/abcdef/640.avif`,
      `/media/${photo.id}/${photo.version}/640.webp`,
    ];
    for (const path of others) await api.visitor.get(path);
    await api.visitor.head(address).expect(200);
    expect(frameworkCalls).toHaveBeenCalledTimes(4);
  });
});

it('/media/mark returns the content version', async () => {
  const contentVersion = () => fetch(`${api.url}/media/mark`).then((response) => response.text());
  const before = await contentVersion();
  expect([before.length, await contentVersion()]).toEqual([36, before]);

  await createPhoto(api.database);
  expect(await contentVersion()).not.toBe(before);
  await api.database.query('delete from content_stamp');
  expect(await contentVersion()).toBe('');
  await createPhoto(api.database);
  expect(await contentVersion()).toHaveLength(36);
});

it.each([
  ['mark', () => '/media/mark', /^[\da-f-]{36}$/],
  ['shown', () => `/media/shown?${address.slice('/media/'.length)}`, /^1$/],
])('/media/%s falls back like renditions', async (_, path, text) => {
  const now = jest.spyOn(api.app.get(ContentVersion), 'now').mockRejectedValueOnce(new Error('once'));
  const response = await fetch(api.url + path());
  expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(text)]);

  now.mockRejectedValue(new Error('Connection terminated'));
  expect((await fetch(api.url + path())).status).toBe(503);
});

describe('the cost of a rendition', () => {
  const queries = () => jest.spyOn(api.database, 'query');
  const storageCalls = () => {
    const storage = api.app.get<Storage>(STORAGE);
    return (['stat', 'open', 'read', 'fetch'] as const).map((name) => [name, jest.spyOn(storage, name)] as const);
  };
  const counted = (spies: ReturnType<typeof storageCalls>) =>
    Object.fromEntries(spies.map(([name, spy]) => [name, spy.mock.calls.length]));

  it('is two queries, one while the content version stays, and one read of the storage', async () => {
    await createPhoto(api.database);
    const [query, spies] = [queries(), storageCalls()];
    await api.visitor.get(address).expect(200);
    expect(query).toHaveBeenCalledTimes(2);
    expect(counted(spies)).toEqual({ stat: 0, open: 0, read: 0, fetch: 1 });
    await api.visitor.get(address).expect(200);
    expect(query).toHaveBeenCalledTimes(3);
  });

  it('is one query and no read for a revalidation', async () => {
    const tag = String((await api.visitor.get(address)).headers['etag']);
    const [query, spies] = [queries(), storageCalls()];
    await api.visitor.get(address).set('if-none-match', tag).expect(304);
    expect(query).toHaveBeenCalledTimes(1);
    expect(counted(spies)).toEqual({ stat: 0, open: 0, read: 0, fetch: 0 });
  });

  it('is one batched query for concurrent requests', async () => {
    await createPhoto(api.database);
    const real = api.database.query.bind(api.database);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const query = queries().mockImplementation((async (...call: Parameters<typeof real>) => {
      await released;
      return real(...call);
    }) as typeof real);
    const get = () => fetch(api.url + address).then(({ status }) => status);
    const arrived = jest.spyOn(api.app.get(MediaService), 'sendPublic');
    const statuses = Array.from({ length: 40 }, get);
    while (arrived.mock.calls.length < 40) await new Promise((resolve) => setImmediate(resolve));
    release();

    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    const lookups = query.mock.calls.filter(([sql]) => sql.includes('unnest')).length;
    const versionReads = query.mock.calls.length - lookups;
    // At most three started alone.
    for (const count of [lookups, versionReads]) expect([1, 2, 3, 4]).toContain(count);
  });
});
