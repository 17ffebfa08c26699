import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const PASSWORD = 'four boats under a low sky';

let api: TestApi;
/** Everything that the process has written since the start of a test. */
let written = '';
const streams = [process.stdout, process.stderr];
beforeAll(async () => {
  // Before there is a logger: one that finds the stream as Node made it writes past it, to the file itself.
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

describe('no log holds', () => {
  it('a password, right or wrong, nor the token that a sign-in gives', async () => {
    const { body } = await signIn().expect(200);
    await signIn({ password: PASSWORD }).expect(401);
    await signIn({ password: [PASSWORD] }).expect(400);
    const profile = { name: 'Elin', email: DEMO_ACCOUNT.email, currentPassword: PASSWORD, newPassword: `${PASSWORD}!` };
    const bearer = `Bearer ${body.token}`;
    await api.visitor.put('/api/admin/settings/profile').set('authorization', bearer).send(profile).expect(400);

    for (const secret of [PASSWORD, DEMO_ACCOUNT.password, body.token]) expect(written).not.toContain(secret);
    expect(written).toContain('A sign-in failed.');
  });

  it('a token or a ticket that comes in a header or an address, also where it is no good', async () => {
    const { body } = await signIn().expect(200);
    const bearer = `Bearer ${body.token}`;
    const photo = await createPhoto(api.database);
    const seen = await api.visitor.get(`/api/photos/${photo.id}`).set('authorization', bearer).expect(200);
    const ticket = String(new URL(seen.body.photo.original_url, api.url).searchParams.get('ticket'));
    await api.visitor.get(seen.body.photo.original_url);
    await api.visitor.get(`/media/${photo.id}/original?ticket=${ticket}x`);
    await api.visitor.get('/api/comments').set('authorization', `${bearer}x`).expect(401);
    await api.visitor.get(`/api/nowhere?token=${body.token}`).expect(404);

    for (const secret of [ticket, body.token, api.env.JWT_SECRET]) expect(written).not.toContain(secret);
  });

  it('the address of the database with its password, nor what a visitor wrote', async () => {
    const visitor = { name: 'Ruth', email: 'ruth.calder@example.com', subject: 'x', message: 'A quiet word with you' };
    await api.visitor.post('/api/contact').send(visitor).expect(201);

    expect(written).not.toMatch(/ruth\.calder|A quiet word/);
    expect(written).not.toMatch(/postgres(ql)?:\/\/[^\s"@]+:[^\s"@]+@/);
  });

  it('what a browser reports of them', async () => {
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

describe('no address holds', () => {
  it('a token or a password: they are not even taken from there', async () => {
    const { body } = await signIn().expect(200);
    const { email, password } = DEMO_ACCOUNT;
    for (const name of ['token', 'access_token', 'authorization', 'jwt', 'auth']) {
      await api.visitor.get(`/api/comments?${name}=${body.token}`).expect(401);
    }
    await api.visitor.post(`/api/auth/login?email=${email}&password=${password}`).expect(400);
    await api.visitor.get(`/api/auth/login?email=${email}&password=${password}`).expect(404);
  });

  it('more than a ticket that opens one picture for a while', async () => {
    const { body } = await signIn().expect(200);
    await createPhoto(api.database);
    const { text } = await api.visitor.get('/api/photos').set('authorization', `Bearer ${body.token}`).expect(200);

    const queries = new Set([...text.matchAll(/"\/[^"?]*\?([^"=]*)=/g)].map(([, name]) => name));
    expect([...queries]).toEqual(['ticket']);
    for (const [, ticket] of text.matchAll(/ticket=([^"]+)/g)) {
      await api.visitor.get('/api/comments').set('authorization', `Bearer ${ticket}`).expect(401);
    }
  });

  it('of a page that links elsewhere is told there', async () => {
    const { headers } = await api.visitor.get('/api/photos').expect(200);
    expect(headers['referrer-policy']).toBe('no-referrer');
  });
});

it('no answer to a visitor holds a hash, an address of a person, or a place on the disk', async () => {
  for (const path of [
    '/api/photos',
    '/api/galleries',
    '/api/public/settings',
    '/api/health',
    '/api/news',
    '/api/nowhere',
  ]) {
    const { text } = await api.visitor.get(path);
    expect(text).not.toMatch(/argon2|password_?hash|author_email|originals\/|\/tmp\/|postgres:/i);
  }
});
