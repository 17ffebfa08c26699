import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const LIMIT = 3;
const ACCOUNT_LIMIT = 5;
const HOME = '203.0.113.1';
const { email, password } = DEMO_ACCOUNT;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    LIMIT_SIGN_INS: LIMIT,
    LIMIT_SIGN_INS_PER_ACCOUNT: ACCOUNT_LIMIT,
    TRUST_PROXY: 'loopback',
  });
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate rate_limits'));

const signIn = (given: { email?: string; password?: string } = {}, from = HOME) =>
  api.visitor
    .post('/api/auth/login')
    .set('x-forwarded-for', from)
    .send({ email, password, ...given });
const fail = (given: { email?: string } = {}, from = HOME) => signIn({ password: 'wrong', ...given }, from).expect(401);
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `198.51.100.${index + 1}`);

describe('failed sign-ins', () => {
  it('reach the limit of an address, which then refuses the right password too', async () => {
    for (const name of ['a', 'b', 'c']) await fail({ email: `${name}@example.com` });

    const { body, headers } = await signIn().expect(429);

    expect(body).toEqual({ statusCode: 429, code: 'auth.too-many', message: expect.any(String) });
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900);
  });

  it('reach the limit of an account from any address and in any case of the email', async () => {
    for (const from of addresses(ACCOUNT_LIMIT))
      await fail({ email: from.endsWith('1') ? email.toUpperCase() : email }, from);

    await signIn({}, '192.0.2.1').expect(429);
  });

  it('from one address lock out no other address', async () => {
    for (let times = 0; times < LIMIT; times += 1) await fail({}, '198.51.100.1');
    await signIn({}, '198.51.100.1').expect(429);

    await signIn({}, '192.0.2.1').expect(200);
  });

  it('reach the same limit for an unknown account', async () => {
    const nobody = { email: 'nobody@example.com' };
    for (const from of addresses(ACCOUNT_LIMIT)) await fail(nobody, from);

    const { body } = await signIn(nobody, '192.0.2.1').expect(429);

    expect(body.code).toBe('auth.too-many');
    await signIn({}, '192.0.2.1').expect(200);
  });

  it('stay within the limit when they are concurrent', async () => {
    const responses = await Promise.all(Array.from({ length: 9 }, () => signIn({ password: 'wrong' })));

    expect(responses.map(({ status }) => status).sort()).toEqual([401, 401, 401, 429, 429, 429, 429, 429, 429]);
  });

  it('are cleared for an address that signs in', async () => {
    for (let round = 0; round < 2; round += 1) {
      await fail({ email: 'a@example.com' });
      await fail({ email: 'b@example.com' });
      await signIn().expect(200);
    }
  });

  it('exclude successful sign-ins', async () => {
    for (let times = 0; times < LIMIT + 2; times += 1) await signIn().expect(200);
  });

  it('from other addresses do not lock out a known address', async () => {
    await signIn().expect(200);
    for (const from of addresses(ACCOUNT_LIMIT)) await fail({}, from);
    await signIn({}, '192.0.2.1').expect(429);

    await signIn().expect(200);
  });

  it('reach a separate limit at a known address', async () => {
    await signIn().expect(200);
    for (let times = 0; times < LIMIT; times += 1) await fail();

    await signIn().expect(429);
    await signIn({}, '192.0.2.1').expect(200);
  });

  it('exclude attempts during a database outage', async () => {
    await api.database.query('alter table users rename to gone');
    try {
      for (let times = 0; times < ACCOUNT_LIMIT; times += 1) await signIn().expect(500);
    } finally {
      await api.database.query('alter table gone rename to users');
    }

    await signIn().expect(200);
  });
});

describe('wrong current passwords', () => {
  let token: string;
  beforeEach(async () => {
    token = (await signIn().expect(200)).body.token as string;
  });
  const change = (currentPassword: string, from = HOME) =>
    api.visitor
      .put('/api/admin/settings/profile')
      .set({ authorization: `Bearer ${token}`, 'x-forwarded-for': from })
      .send({ name: 'Elin Marsh', email, currentPassword, newPassword: password });

  it('reach the limit from any address, which then refuses the right one too', async () => {
    for (const from of addresses(LIMIT)) await change('wrong', from).expect(400);

    const { body, headers } = await change(password).expect(429);

    expect(body.code).toBe('auth.too-many');
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    await signIn().expect(200);
  });

  it('have a limit separate from sign-ins', async () => {
    for (let times = 0; times < LIMIT; times += 1) await fail();
    await signIn().expect(429);

    await change(password).expect(200);
  });
});
