import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createPhoto } from '@portfolio/testing';
import { BOUNDARY, multipart } from '../multipart.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
/** A server on the local network, and the requests it received. */
let inside: Server;
let address: string;
const requests: string[] = [];
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
  inside = createServer((request, response) => {
    requests.push(String(request.url));
    response.end('secret of the inside');
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await api.stop();
  inside.close();
});
afterEach(() => {
  // Neither the API nor libvips sent a request.
  expect(requests.splice(0)).toEqual([]);
});

const upload = (content: Buffer | string) =>
  admin
    .post('/api/photos/upload')
    .set('content-type', `multipart/form-data; boundary=${BOUNDARY}`)
    .send(
      multipart([
        { name: 'title', content: 'Harbour' },
        { name: 'image', filename: 'a.png', type: 'image/png', content },
      ]),
    );

describe('a file with an address', () => {
  it.each<[string, () => string]>([
    [
      'an SVG with an image in it',
      () => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${address}/x.png"/></svg>`,
    ],
    [
      'an SVG with an entity',
      () => `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "${address}/x">]><svg width="9" height="9">&x;</svg>`,
    ],
    ['a script of ImageMagick', () => `push graphic-context\nfill 'url(${address}/x.png)'\npop graphic-context`],
    ['a playlist', () => `#EXTM3U\n#EXTINF:1,\n${address}/x.ts`],
    ['an address alone', () => `${address}/x.png`],
  ])('is rejected without a request: %s', async (_, make) => {
    await upload(make()).expect(415);
  });

  it.each(['image_url', 'url', 'image'])('is rejected in the field %s', async (name) => {
    const form = multipart([
      { name: 'title', content: 'Harbour' },
      { name, content: `${address}/x.png` },
    ]);
    await admin
      .post('/api/photos/upload')
      .set('content-type', `multipart/form-data; boundary=${BOUNDARY}`)
      .send(form)
      .expect(400);
  });
});

it('addresses in texts are stored without a request', async () => {
  const photo = await createPhoto(api.database, { title: `${address}/title` });
  const link = 'https://127.0.0.1.example/link';
  await admin
    .put('/api/admin/settings/website')
    .send({ settings: { social_links: link, licence_url: link } })
    .expect(200);
  await api.visitor
    .post('/api/comments')
    .send({ photo_id: photo.id, author_name: 'Ruth', author_email: 'r@example.com', content: `${address}/comment` })
    .expect(201);
  await api.visitor
    .post('/api/contact')
    .send({ name: 'Ruth', email: 'r@example.com', subject: `${address}/s`, message: `Look at ${address}/message` })
    .expect(201);
  await api.visitor
    .post('/api/logs/frontend')
    .send({ level: 'error', message: 'x', url: `${address}/log` })
    .expect(202);
  await admin.get('/api/admin/messages').expect(200);
});

it.each(['x-forwarded-host', 'x-original-url', 'x-rewrite-url', 'forwarded', 'referer', 'origin'])(
  'the header %s causes no request',
  async (header) => {
    await api.visitor.get('/api/photos').set(header, address).expect(200);
    await api.visitor.get('/api/public/settings').set(header, `host=${address}`).expect(200);
  },
);

it('an absolute URL as the request target is rejected', async () => {
  const { host } = new URL(api.url);
  for (const target of [`${address}/x`, `//${new URL(address).host}/x`, `/${address}/x`]) {
    const { status } = await rawGet(host, target);
    expect([400, 404]).toContain(status);
  }
});

/** Sends the request target as it is. */
async function rawGet(host: string, target: string): Promise<{ status: number }> {
  const { connect } = await import('node:net');
  const [hostname = '', port] = host.split(':');
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`),
    );
    let received = '';
    socket.on('data', (piece) => (received += piece.toString('latin1'))).on('error', reject);
    socket.once('close', () => resolve({ status: Number(received.slice(9, 12)) }));
  });
}
