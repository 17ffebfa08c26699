import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Photo } from '@portfolio/database';
import { PHOTO_KEYS } from '@portfolio/storage';
import { createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const SECRET = 'this lies beside the storage';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photo: Photo;
let version: string;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
  photo = await createPhoto(api.database);
  version = String(photo.version);
  await api.storage.write(PHOTO_KEYS.rendition(photo.id, version, 640, 'jpeg'), Buffer.from('picture'));
  await api.storage.write(photo.originalKey, Buffer.from('original'));
  writeFileSync(join(dirname(String(api.env.STORAGE_DIR)), 'secret.jpeg'), SECRET);
});
afterAll(() => api.stop());

/** Sends the path as it is: HTTP clients normalise it. */
function send(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: api\r\nconnection: close\r\n\r\n`),
    );
    let received = '';
    socket.on('data', (piece) => (received += piece.toString('latin1'))).on('error', reject);
    socket.once('close', () => resolve(received));
  });
}

const WAYS_OUT = [
  '../../../../../../etc/passwd',
  '..%2f..%2f..%2fsecret.jpeg',
  '%2e%2e/%2e%2e/%2e%2e/secret.jpeg',
  '..%252f..%252f..%252fsecret.jpeg',
  '..%5c..%5c..%5csecret.jpeg',
  '%2e%2e%2f640.jpeg',
  '....//....//secret.jpeg',
  '640.jpeg%00.png',
  '640.jpeg/../../../../secret.jpeg',
  '%c0%ae%c0%ae/secret.jpeg',
  '/etc/passwd',
  'file:///etc/passwd',
  '640.jpeg;/../x',
];

describe('path traversal', () => {
  it.each(WAYS_OUT)('finds no picture: %s', async (way) => {
    for (const path of [
      `/media/${photo.id}/${version}/${way}`,
      `/media/${photo.id}/${way}/640.jpeg`,
      `/media/${way}/${version}/640.jpeg`,
      `/media/background/1/${version}/${way}`,
      `/media/${way}`,
      `/media/${photo.id}/original/${way}`,
    ]) {
      const received = await send(path);
      expect(received).toMatch(/^HTTP\/1\.1 (400|404) /);
      expect(received).not.toMatch(/root:|beside the storage/);
    }
  });

  it('is rejected in a row too, which no upload writes', async () => {
    const lost = await createPhoto(api.database, { originalKey: '../secret.jpeg' });

    const { body } = await admin.get(`/media/${lost.id}/original`).expect(500);

    expect(body).toEqual({ statusCode: 500, code: 'server.failed', message: expect.any(String) });
  });
});

it('regular addresses return the pictures', async () => {
  expect(await send(`/media/${photo.id}/${version}/640.jpeg`)).toMatch(/^HTTP\/1\.1 200 /);
});
