import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { aJpeg } from '@portfolio/testing';
import { BOUNDARY, multipart, type Part } from '../multipart.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
beforeEach(() => expect(api.files()).toEqual([]));

const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const title: Part = { name: 'title', content: 'Harbour' };
const image = (content: Buffer | string): Part => ({ name: 'image', filename: 'a.jpg', type: 'image/jpeg', content });

async function expectNothingLeft() {
  for (let tries = 0; api.files().length > 0 && tries < 100; tries += 1) await wait(50);
  expect(api.files()).toEqual([]);
  expect(Number((await api.database.query('select count(*) from photos'))[0].count)).toBe(0);
}

/** bad-images.test.ts and bad-input.test.ts cover invalid content, fields and forms. */
describe('a rejected file leaves nothing on the disk', () => {
  it('without a valid token', async () => {
    const body = multipart([title, image(await aJpeg({ width: 60, height: 40 }))]);
    await api.visitor.post('/api/photos/upload').set('content-type', FORM).send(body).expect(401);
    await api.visitor
      .post('/api/photos/upload')
      .set('content-type', FORM)
      .set('authorization', 'Bearer x.y.z')
      .send(body)
      .expect(401);
    await expectNothingLeft();
  });

  it('after its client disconnected', async () => {
    const body = multipart([title, image(Buffer.alloc(500_000, 0xff))]);
    const { hostname, port } = new URL(api.url);
    const { email, password } = DEMO_ACCOUNT;
    const { token } = (await api.visitor.post('/api/auth/login').send({ email, password }).expect(200)).body;
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/photos/upload HTTP/1.1\r\nhost: api\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: ${FORM}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, 300_000));
    for (let tries = 0; api.files().length === 0 && tries < 100; tries += 1) await wait(50);
    expect(api.files()).toHaveLength(1);

    socket.destroy();

    await expectNothingLeft();
  });
});
