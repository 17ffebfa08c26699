import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Photo, type Rendition } from '@portfolio/database';
import { copyFromTrash, moveToTrash, PHOTO_KEYS, STORAGE, type Storage } from '@portfolio/storage';
import { createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photo: Photo;
let hidden: Photo;

const PICTURE = 'the picture';

/** A ready photo with one of its files. */
async function createServedPhoto(given: Partial<Photo> = {}): Promise<Photo> {
  const created = await createPhoto(api.database, given);
  await api.storage.write(PHOTO_KEYS.rendition(created.id, String(created.version), 640, 'avif'), Buffer.from(PICTURE));
  await api.storage.write(created.originalKey, Buffer.from('the original'));
  return created;
}

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
  photo = await createServedPhoto();
  hidden = await createServedPhoto();
  await createGallery(api.database, { isActive: false, photos: [hidden] });
});
afterAll(() => api.stop());

const addressOf = ({ id, version }: Photo) => `/media/${id}/${version}/640.avif`;
/** The administrator's address of a photo that visitors do not see. */
async function ticketedAddressOf({ id }: Photo): Promise<string> {
  const { body } = await admin.get(`/api/photos/${id}`).expect(200);
  return body.photo.renditions.find(({ url }: { url: string }) => url.includes('/640.avif')).url;
}
const originalOf = async ({ id }: Photo): Promise<string> =>
  (await admin.get(`/api/photos/${id}`).expect(200)).body.photo.original_url;
const ticketOf = (address: string) => new URL(address, api.url).searchParams.get('ticket');

describe('renditions of an unlisted photo', () => {
  const robotsOf = ({ headers }: { headers: Record<string, string> }) => headers['x-robots-tag'];
  let unlisted: Photo;
  beforeAll(async () => {
    unlisted = await createServedPhoto({ visibility: 'unlisted' });
  });

  it.each<[string, string, Record<string, string>, number]>([
    ['on the media fast path', '', {}, 200],
    ['from the framework', '?y=1', {}, 200],
    ['in a partial response', '', { range: 'bytes=0-2' }, 206],
  ])('have noindex: %s', async (_, query, headers, status) => {
    const get = (address: string) => api.visitor.get(address + query).set(headers);

    expect(robotsOf(await get(addressOf(unlisted)).expect(status))).toBe('noindex');
    expect(robotsOf(await get(addressOf(photo)).expect(status))).toBeUndefined();
  });

  it('have noindex in a 304', async () => {
    const { headers } = await api.visitor.get(addressOf(unlisted)).expect(200);
    for (const query of ['', '?y=1']) {
      const revalidation = api.visitor.get(addressOf(unlisted) + query).set('if-none-match', String(headers.etag));
      expect(robotsOf(await revalidation.expect(304))).toBe('noindex');
    }
  });

  it('change their ETag with the visibility', async () => {
    const changing = await createServedPhoto({ visibility: 'unlisted' });
    for (const [visibility, robots] of [
      ['public', undefined],
      ['unlisted', 'noindex'],
    ] as const) {
      const before = await api.visitor.get(addressOf(changing)).expect(200);
      await admin.put(`/api/photos/${changing.id}`).send({ visibility }).expect(200);
      const after = api.visitor.get(addressOf(changing)).set('if-none-match', String(before.headers.etag));
      expect(robotsOf(await after.expect(200))).toBe(robots);
    }
  });

  it('are marked in /media/shown', async () => {
    const names = [photo, unlisted, hidden].map((one) => addressOf(one).slice('/media/'.length));
    const response = await fetch(`${api.url}/media/shown?${names.join('&')}`);
    expect(await response.text()).toBe('120');
  });
});

it('refuse_ai_crawlers adds tdm-reservation to every rendition at once', async () => {
  const save = (refuse_ai_crawlers: string) =>
    admin.put('/api/admin/settings/website').send({ settings: { refuse_ai_crawlers } }).expect(200);
  const reservation = async (query: string, tag: string) => {
    const { headers } = await api.visitor
      .get(addressOf(photo) + query)
      .set('if-none-match', tag)
      .expect(200);
    return [headers['tdm-reservation'], headers.etag] as const;
  };
  const shown = async () => (await fetch(`${api.url}/media/shown?${addressOf(photo).slice('/media/'.length)}`)).text();
  const [before, tag] = await reservation('', '"none"');
  expect([before, await shown()]).toEqual([undefined, '1']);

  await save('true');
  // Both paths, and a new tag: a gateway keeps the headers of a 304.
  expect([(await reservation('', tag!))[0], (await reservation('?y=1', tag!))[0], await shown()]).toEqual([
    '1',
    '1',
    '3',
  ]);

  const [, reservedTag] = await reservation('', '"none"');
  await save('false');
  expect([(await reservation('', reservedTag!))[0], await shown()]).toEqual([undefined, '1']);
});

describe('a rendition', () => {
  it('is served with type, length and immutable caching', async () => {
    const { body, headers } = await api.visitor.get(addressOf(photo)).expect(200);

    expect(body.toString()).toBe(PICTURE);
    expect(headers).toMatchObject({
      'content-type': 'image/avif',
      'content-length': '11',
      'cache-control': 'public, max-age=31536000, immutable, s-maxage=0',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-disposition': `inline; filename="photo-${photo.id}-640.avif"`,
    });
  });

  it('responds to HEAD with the same headers and no body', async () => {
    const { headers: whole } = await api.visitor.get(addressOf(photo)).expect(200);

    const { headers, text } = await api.visitor.head(addressOf(photo)).set('range', 'bytes=0-2').expect(200);

    expect(text ?? '').toBe('');
    const named = ['content-type', 'content-length', 'cache-control', 'etag', 'accept-ranges', 'content-disposition'];
    for (const name of named) expect([name, headers[name]]).toEqual([name, whole[name]]);
  });

  it('is a 304 for a matching If-None-Match', async () => {
    const { headers } = await api.visitor.head(addressOf(photo)).expect(200);
    const revalidate = (tags: string) => api.visitor.get(addressOf(photo)).set('if-none-match', tags);

    const notModified = await revalidate(String(headers.etag)).expect(304);
    expect(notModified.headers).toMatchObject({ etag: headers.etag, 'cache-control': headers['cache-control'] });
    await revalidate(`"other", W/${headers.etag}`).expect(304);
    await revalidate('*').expect(304);
    await revalidate('"other"').expect(200);
  });

  it('is served by range', async () => {
    const getRange = (range: string) => api.visitor.get(addressOf(photo)).set('range', range);

    const part = await getRange('bytes=4-6').expect(206);
    expect(part.body.toString()).toBe('pic');
    expect(part.headers).toMatchObject({
      'content-range': 'bytes 4-6/11',
      'content-length': '3',
      'content-type': 'image/avif',
    });
    expect((await getRange('bytes=-4').expect(206)).body.toString()).toBe('ture');
    expect((await getRange('bytes=4-').expect(206)).body.toString()).toBe('picture');
    expect((await getRange('bytes=0-2,4-6').expect(200)).body.toString()).toBe(PICTURE);
    expect((await getRange('bytes=tail').expect(200)).body.toString()).toBe(PICTURE);
  });

  it('is a 416 with the size for a range beyond its end', async () => {
    const { body, headers } = await api.visitor.get(addressOf(photo)).set('range', 'bytes=11-').expect(416);

    expect(body.code).toBe('media.range');
    expect(headers['content-range']).toBe('bytes */11');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is served whole for an If-Range of another version', async () => {
    const getRange = (version: string) =>
      api.visitor.get(addressOf(photo)).set('range', 'bytes=4-').set('if-range', version);
    const { headers } = await api.visitor.head(addressOf(photo));

    await getRange(String(headers.etag)).expect(206);
    await getRange('"other"').expect(200);
  });

  it.each([
    ['a size that was not made', () => `/media/${photo.id}/${photo.version}/641.avif`],
    ['a format that was not made, of another version', () => `/media/${photo.id}/abcdef/640.hdr.jpeg`],
    ['a format that was not made', () => `/media/${photo.id}/${photo.version}/640.svg`],
    ['a file that was made and is missing', () => `/media/${photo.id}/${photo.version}/640.webp`],
    ['no version', () => `/media/${photo.id}/latest/640.avif`],
    ['another photo', () => `/media/999/${photo.version}/640.avif`],
    ['a way out of the folder', () => `/media/${photo.id}/..%2f..%2f..%2foriginals/640.avif`],
    ['a NUL', () => `/media/${photo.id}/${photo.version}/640.avif%00`],
    ['an original', () => `/media/${photo.originalKey}`],
  ])('is a 404 for %s', async (_, address) => {
    const { body } = await api.visitor.get(address()).expect(404);

    expect(body.statusCode).toBe(404);
  });

  it('of a photo that was never ready is a 404', async () => {
    const processing = await createPhoto(api.database, { status: 'processing' });

    await api.visitor.get(`/media/${processing.id}/abcdef/640.avif`).expect(404);
  });

  it('is a 404 after its photo is deleted, even if the file exists', async () => {
    const deleted = await createServedPhoto();
    await admin.delete(`/api/photos/${deleted.id}`).expect(200);

    await api.visitor.get(addressOf(deleted)).expect(404);
    await api.visitor.get(`/media/${deleted.id}/abcdef/640.avif`).expect(404);
    await admin
      .post('/api/admin/trash/delete')
      .send({ photo_ids: [deleted.id] })
      .expect(200);
    await admin.get(`/media/${deleted.id}/original`).expect(404);
  });
});

describe('the address of an earlier version', () => {
  it('redirects to the current version', async () => {
    const { headers } = await api.visitor.get(`/media/${photo.id}/abcdef/640.avif`).expect(302);

    expect(headers).toMatchObject({ location: addressOf(photo), 'cache-control': 'no-store' });
    await api.visitor.head(`/media/${photo.id}/abcdef/640.avif`).expect(302);
  });

  it('redirects to the nearest width of its format where its own is not made', async () => {
    const jpeg = { format: 'jpeg', width: 640, height: 960, bytes: 1 } as const;
    const renditions = [213, 720, 427].map((width): Rendition => ({ format: 'avif', width, height: 1080, bytes: 1 }));
    const { id, version } = await createPhoto(api.database, { renditions: [jpeg, ...renditions] });
    const hidden = await createPhoto(api.database, { renditions, visibility: 'hidden' });

    for (const [width, nearest] of [
      [1080, 720],
      [640, 720],
      [320, 213],
      [20, 213],
    ]) {
      const { headers } = await api.visitor.get(`/media/${id}/abcdef/${width}.avif`).expect(302);
      expect(headers.location).toBe(`/media/${id}/${version}/${nearest}.avif`);
    }
    await api.visitor.get(`/media/${id}/${version}/1080.avif`).expect(404);
    await api.visitor.get(`/media/${hidden.id}/abcdef/1080.avif`).expect(404);
  });

  it('redirects where the version changes between row and file', async () => {
    const refreshed = await createServedPhoto();
    const storage = api.app.get<Storage>(STORAGE);
    const fetched = jest.spyOn(storage, 'fetch').mockImplementationOnce(async () => {
      await api.database.getRepository(Photo).update({ id: refreshed.id }, { version: 'abcdef' });
      return undefined;
    });

    const { headers } = await api.visitor.get(addressOf(refreshed)).expect(302);

    fetched.mockRestore();
    expect(headers.location).toBe(addressOf({ ...refreshed, version: 'abcdef' }));
  });

  it('of a hidden photo redirects only with the ticket, and keeps it', async () => {
    const ticketed = await ticketedAddressOf(hidden);

    await api.visitor.get(`/media/${hidden.id}/abcdef/640.avif`).expect(404);
    const { headers } = await api.visitor
      .get(`/media/${hidden.id}/abcdef/640.avif?ticket=${ticketOf(ticketed)}`)
      .expect(302);
    expect(headers.location).toBe(ticketed);
    const served = await api.visitor.get(ticketed).expect(200);
    expect(served.headers['cache-control']).toMatch(/^private/);
  });

  it('of a hidden photo redirects after a refresh', async () => {
    const rendered = await createServedPhoto();
    await createGallery(api.database, { isActive: false, photos: [rendered] });
    const before = await ticketedAddressOf(rendered);
    await api.visitor.get(before).expect(200);
    await api.database.getRepository(Photo).update({ id: rendered.id }, { version: 'abcdef' });

    const { headers } = await api.visitor.get(before).expect(302);

    expect(headers.location).toBe(await ticketedAddressOf(rendered));
  });
});

describe('an original', () => {
  it('is served from the trash', async () => {
    await moveToTrash(api.storage, photo.originalKey);
    expect((await admin.get(`/media/${photo.id}/original`).expect(200)).body.toString()).toBe('the original');
    await copyFromTrash(api.storage, photo.originalKey);
  });

  it('is served to the administrator, by token and by ticket', async () => {
    for (const given of [photo, hidden]) {
      const { body } = await admin.get(`/media/${given.id}/original`).expect(200);
      expect(body.toString()).toBe('the original');
      const { headers } = await api.visitor.get(await originalOf(given)).expect(200);
      expect(headers['cache-control']).toBe('private, no-store');
    }
  });

  it('is a 404 for visitors, even of a public photo', async () => {
    expect((await api.visitor.get(`/api/photos/${photo.id}`).expect(200)).body.photo.original_url).toBeNull();
    await api.visitor.get(`/media/${photo.id}/original`).expect(404);
    await api.visitor.head(`/media/${photo.id}/original`).expect(404);
    await api.visitor.get(`/media/${photo.id}/original`).set('authorization', 'Bearer x').expect(401);
    await api.visitor.get(`/media/${photo.id}/original?ticket=`).expect(404);
  });

  it('needs its own ticket, which opens nothing else', async () => {
    const [original, rendition] = [await originalOf(hidden), await ticketedAddressOf(hidden)];

    await api.visitor.get(`/media/${hidden.id}/original?ticket=${ticketOf(rendition)}`).expect(404);
    await api.visitor.get(`/media/${photo.id}/original?ticket=${ticketOf(original)}`).expect(404);
    await api.visitor.get(`${addressOf(hidden)}?ticket=${ticketOf(original)}`).expect(404);
  });

  it('is named by the title, and is not cached', async () => {
    const named = await createServedPhoto({ title: 'Büsum"\r\nset-cookie: a=b; filename=x.exe' });

    const { headers } = await admin.get(`/media/${named.id}/original`).expect(200);

    const name = `sum-set-cookie-a-b-filename-x-exe-${named.id}.jpg`;
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="bu${name}"; filename*=UTF-8''b%C3%BC${name}`,
      'cache-control': 'private, no-store',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is served by range', async () => {
    const { headers } = await admin.head(`/media/${photo.id}/original`).expect(200);
    const rest = admin.get(`/media/${photo.id}/original`).set('range', 'bytes=4-').set('if-range', headers.etag!);

    expect((await rest.expect(206)).body.toString()).toBe('original');
  });
});
