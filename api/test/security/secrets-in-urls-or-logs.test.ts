import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { exportKey } from '@portfolio/storage';
import { createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const PASSWORD = 'four boats under a low sky';

let api: TestApi;
/** Output of the process since the start of a test. */
let written = '';
const streams = [process.stdout, process.stderr];
beforeAll(async () => {
  // Before the logger exists: pino writes to an unpatched stream's file descriptor.
  for (const stream of streams) {
    jest.spyOn(stream, 'write').mockImplementation((piece) => {
      written += String(piece);
      return true;
    });
  }
  api = await startTestApi({ LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  jest.restoreAllMocks();
  await api.stop();
});
afterEach(() => {
  written = '';
});

const signIn = (given: object = {}) => {
  const { email, password } = DEMO_ACCOUNT;
  return api.visitor.post('/api/auth/login').send({ email, password, ...given });
};

describe('the log contains no', () => {
  it('passwords or tokens of a sign-in, nor the address of the database', async () => {
    const { body } = await signIn().expect(200);
    await signIn({ password: PASSWORD }).expect(401);
    await signIn({ password: [PASSWORD] }).expect(400);
    const profile = { name: 'Elin', email: DEMO_ACCOUNT.email, currentPassword: PASSWORD, newPassword: `${PASSWORD}!` };
    const bearer = `Bearer ${body.token}`;
    await api.visitor.put('/api/admin/settings/profile').set('authorization', bearer).send(profile).expect(400);

    // Includes the start of the API.
    const database = api.env.DATABASE_URL;
    for (const secret of [PASSWORD, DEMO_ACCOUNT.password, body.token, database, new URL(database).password])
      expect(written).not.toContain(secret);
    expect(new URL(database).password).not.toBe('');
    expect(written).toContain('A sign-in failed.');
  });

  it('tokens or tickets of headers and addresses', async () => {
    const { body } = await signIn().expect(200);
    const bearer = `Bearer ${body.token}`;
    const photo = await createPhoto(api.database);
    const seen = await api.visitor.get(`/api/photos/${photo.id}`).set('authorization', bearer).expect(200);
    const ticket = String(new URL(seen.body.photo.original_url, api.url).searchParams.get('ticket'));
    await api.visitor.get(seen.body.photo.original_url);
    await api.visitor.get(`/media/${photo.id}/original?ticket=${ticket}x`);
    const token = 'f'.repeat(32);
    await api.storage.write(exportKey(token), Buffer.from('an archive'));
    await api.visitor.get(`/api/exports/download?token=${token}`).expect(200);
    await api.visitor.get(`/api/exports/download?token=${token}f`).expect(404);
    await api.visitor.get('/api/comments').set('authorization', `${bearer}x`).expect(401);
    await api.visitor.get(`/api/nowhere?token=${body.token}`).expect(404);

    for (const secret of [ticket, token, body.token, api.env.JWT_SECRET]) expect(written).not.toContain(secret);
  });

  it('texts of visitors', async () => {
    const visitor = { name: 'Ruth', email: 'ruth.calder@example.com', subject: 'x', message: 'A quiet word with you' };
    await api.visitor.post('/api/contact').send(visitor).expect(201);

    expect(written).not.toMatch(/ruth\.calder|A quiet word/);
  });

  it('secrets in reports of browsers', async () => {
    const { body } = await signIn().expect(200);
    await api.visitor
      .post('/api/logs/frontend')
      .send({
        level: 'error',
        message: `failed with Bearer ${body.token}`,
        url: `https://elin.example/admin?ticket=12.abcdefgh&password=${PASSWORD.replaceAll(' ', '+')}`,
        meta: { password: PASSWORD, authorization: `Bearer ${body.token}` },
      })
      .expect(202);

    expect(written).toContain('failed with');
    for (const secret of [body.token, PASSWORD, PASSWORD.replaceAll(' ', '+'), '12.abcdefgh'])
      expect(written).not.toContain(secret);
  });
});

describe('an address contains no', () => {
  it('token or password: the API does not read them there', async () => {
    const { body } = await signIn().expect(200);
    const { email, password } = DEMO_ACCOUNT;
    for (const name of ['token', 'access_token', 'authorization', 'jwt', 'auth']) {
      await api.visitor.get(`/api/comments?${name}=${body.token}`).expect(401);
    }
    await api.visitor.post(`/api/auth/login?email=${email}&password=${password}`).expect(400);
    await api.visitor.get(`/api/auth/login?email=${email}&password=${password}`).expect(404);
  });

  it('secret but a ticket for one picture', async () => {
    const { body } = await signIn().expect(200);
    await createPhoto(api.database);
    const { text } = await api.visitor.get('/api/photos').set('authorization', `Bearer ${body.token}`).expect(200);

    const queries = new Set([...text.matchAll(/"\/[^"?]*\?([^"=]*)=/g)].map(([, name]) => name));
    expect([...queries]).toEqual(['ticket']);
    for (const [, ticket] of text.matchAll(/ticket=([^"]+)/g)) {
      await api.visitor.get('/api/comments').set('authorization', `Bearer ${ticket}`).expect(401);
    }
  });

  it('referrer for other sites', async () => {
    const { headers } = await api.visitor.get('/api/photos').expect(200);
    expect(headers['referrer-policy']).toBe('no-referrer');
  });
});
