import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Photo } from '@portfolio/database';
import { PHOTO_KEYS } from '@portfolio/storage';
import { aJpeg, createPhoto, startS3, type TestS3 } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const PICTURE = 'the picture';
const LARGE = Buffer.alloc(24_000_000, 'large ');

let s3: TestS3;
let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photo: Photo;
let large: Photo;

beforeAll(async () => {
  s3 = await startS3();
  api = await startTestApi({ ...s3.env, S3_PREFIX: randomUUID() });
  admin = await api.signIn();
  photo = await createPhoto(api.database);
  await api.storage.write(renditionOf(photo), Buffer.from(PICTURE));
  large = await createPhoto(api.database);
  await api.storage.write(renditionOf(large), LARGE);
}, 90_000);
afterAll(async () => {
  await api.stop();
  await s3.stop();
});

const renditionOf = ({ id, version }: Photo) => PHOTO_KEYS.rendition(id, String(version), 640, 'avif');
const addressOf = ({ id, version }: Photo) => `/media/${id}/${version}/640.avif`;

describe('a rendition in a bucket', () => {
  it('is served with type, length and immutable caching', async () => {
    const { body, headers } = await api.visitor.get(addressOf(photo)).expect(200);

    expect(body.toString()).toBe(PICTURE);
    expect(headers).toMatchObject({
      'content-type': 'image/avif',
      'content-length': '11',
      'cache-control': 'public, max-age=31536000, immutable, s-maxage=0',
    });
  });

  it('supports HEAD, If-None-Match and Range', async () => {
    const { headers } = await api.visitor.head(addressOf(photo)).expect(200);
    expect(headers['content-length']).toBe('11');
    await api.visitor.get(addressOf(photo)).set('if-none-match', String(headers.etag)).expect(304);

    const part = await api.visitor.get(addressOf(photo)).set('range', 'bytes=4-6').expect(206);
    expect([part.body.toString(), part.headers['content-range']]).toEqual(['pic', 'bytes 4-6/11']);
    const beyond = await api.visitor.get(addressOf(photo)).set('range', 'bytes=11-').expect(416);
    expect(beyond.headers['content-range']).toBe('bytes */11');
  });

  it('is 404 where its file is missing', async () => {
    await api.visitor.get(addressOf(photo).replace('avif', 'webp')).expect(404);
  });

  it('is streamed completely when it is large', async () => {
    const response = await get(addressOf(large));
    expect((await buffer(response)).equals(LARGE)).toBe(true);
  });
});

describe('an upload', () => {
  it('is stored in the bucket only', async () => {
    const image = await aJpeg({ width: 900, height: 600 });
    const { body } = await admin
      .post('/api/photos/upload')
      .field('title', 'Harbour')
      .attach('image', image, 'harbour.jpg')
      .expect(201);

    const { body: current } = await admin.get(`/api/photos/${body.photo.id}`).expect(200);
    const original = await api.visitor.get(current.photo.original_url).expect(200);
    expect(image.equals(original.body)).toBe(true);
    expect(api.files()).toEqual([]);
  });
});

describe('a visitor who disconnects', () => {
  it('aborts the download from the bucket', async () => {
    const seen = downloads(s3.server);
    const response = await get(addressOf(large));
    await once(response, 'data');
    response.pause();
    response.destroy();

    await until(() => seen.count === 1);
    seen.end();
  });
});

describe('an unavailable bucket', () => {
  const listeners = () => s3.server.listeners('request') as ((...args: unknown[]) => void)[];
  let whole: ReturnType<typeof listeners> | undefined;
  afterEach(() => {
    if (!whole) return;
    s3.server.removeAllListeners('request');
    for (const listener of whole) s3.server.on('request', listener);
    whole = undefined;
  });
  /** Intercepts all responses of the store until the end of the test. */
  const intercept = (listener: RequestListener) => {
    whole = listeners();
    s3.server.removeAllListeners('request').on('request', listener);
  };
  const UNAVAILABLE = { statusCode: 503, code: 'service.unavailable', message: expect.any(String) };

  const FAULTS: [string, RequestListener][] = [
    ['cuts every connection', (_, response) => response.destroy()],
    ['answers 500', (_, response) => void response.writeHead(500).end()],
    ['refuses the key', (_, response) => void response.writeHead(403).end()],
  ];

  it.each(FAULTS)('is a 503 where it %s, and an upload leaves nothing', async (_, response) => {
    intercept(response);
    const { body, headers } = await api.visitor.get(addressOf(photo)).expect(503);
    expect(body).toEqual(UNAVAILABLE);
    expect(headers['cache-control']).toBe('no-store');
    const refused = await admin
      .post('/api/photos/upload')
      .field('title', 'Refused')
      .attach('image', await aJpeg({ width: 400, height: 300 }), 'refused.jpg');
    expect([refused.status, refused.body]).toEqual([503, UNAVAILABLE]);
    expect(api.files()).toEqual([]);
  });

  it('during a download closes the connection, so that the file is not taken for complete', async () => {
    const response = await get(addressOf(large));
    await once(response, 'data');
    response.pause();
    s3.server.closeAllConnections();

    await expect(buffer(response)).rejects.toThrow('aborted');
    await api.visitor.get(addressOf(photo)).expect(200);
  });
});

/** Sends a request without reading the body. */
async function get(address: string): Promise<IncomingMessage> {
  const sent = request(`${api.url}${address}`).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

/** Counts responses of the store that the API aborted. */
function downloads(server: Server) {
  const aborted = { count: 0, end: () => void server.off('request', watch) };
  const watch = (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET') return;
    response.once('close', () => {
      if (!response.writableFinished) aborted.count += 1;
    });
  };
  server.on('request', watch);
  return aborted;
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error('The condition was not met within 10 seconds');
    await wait(20);
  }
}
