import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { JwtService, type JwtSignOptions } from '@nestjs/jwt';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { User } from '@portfolio/database';
import { Passwords } from '../../src/auth/passwords.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const credentials = { email: DEMO_ACCOUNT.email, password: DEMO_ACCOUNT.password };
const me = (token: string) => api.visitor.get('/api/auth/me').set('authorization', `Bearer ${token}`);
const signedIn = async () => (await api.visitor.post('/api/auth/login').send(credentials)).body.token as string;

describe('sign-in', () => {
  it('returns a token and the user, for any case of the email', async () => {
    const { body } = await api.visitor
      .post('/api/auth/login')
      .send({ ...credentials, email: credentials.email.toUpperCase() })
      .expect(200);

    expect(body.user).toEqual({ id: expect.any(Number), name: DEMO_ACCOUNT.name, email: DEMO_ACCOUNT.email });
    expect((await me(body.token).expect(200)).body).toEqual({ user: body.user });
  });

  it.each([
    ['an unknown address', { email: 'nobody@example.com', password: credentials.password }],
    ['a wrong password', { email: credentials.email, password: 'wrong' }],
  ])('rejects %s with the same message', async (_, wrong) => {
    const { body } = await api.visitor.post('/api/auth/login').send(wrong).expect(401);

    expect(body).toEqual({ statusCode: 401, message: 'Invalid email or password', code: 'auth.wrong-credentials' });
  });

  it('compares one hash for an unknown email as for a wrong password', async () => {
    const compare = jest.spyOn(api.app.get(Passwords, { strict: false }), 'compare');
    try {
      await api.visitor.post('/api/auth/login').send({ email: 'nobody@example.com', password: 'wrong' }).expect(401);
      await api.visitor.post('/api/auth/login').send({ email: credentials.email, password: 'wrong' }).expect(401);

      const costs = compare.mock.calls.map(([passwordHash]) => passwordHash.split('$').slice(0, 4).join('$'));
      expect(costs).toHaveLength(2);
      expect(costs[0]).toMatch(/^\$argon2id\$/);
      expect(costs[0]).toBe(costs[1]);
    } finally {
      compare.mockRestore();
    }
  });

  it.each([
    [{ password: 'x' }, { email: 'Email is required' }],
    [{ email: 'not an address', password: 'x' }, { email: 'Invalid email address' }],
    [{ email: credentials.email, password: '  ' }, { password: 'Password is required' }],
    [{}, { email: 'Email is required', password: 'Password is required' }],
  ])('names the invalid fields of %j', async (invalid, errors) => {
    const { body } = await api.visitor.post('/api/auth/login').send(invalid).expect(400);

    expect(body.errors).toEqual(errors);
    expect(body.message).toBe(Object.values(errors)[0]);
  });
});

describe('a signed token', () => {
  const jwt = new JwtService();
  const accepted = { algorithm: 'HS256', issuer: 'portfolio-api', audience: 'portfolio-admin', expiresIn: 60 } as const;
  let claims: object;
  beforeAll(async () => {
    const { sub, version, session } = jwt.decode(await signedIn());
    claims = { sub, version, session };
  });

  const sign = (changes: object = {}, options: JwtSignOptions = {}) =>
    jwt.sign({ ...claims, ...changes }, { secret: api.env.JWT_SECRET, ...accepted, ...options });

  it('is accepted with the claims of a session', async () => {
    await me(sign()).expect(200);
  });

  it.each<[string, JwtSignOptions]>([
    ['signed with another key', { secret: 'some other secret of more than 32 characters' }],
    ['expired', { expiresIn: -1 }],
    ['for another audience', { audience: 'somebody else' }],
    ['of another issuer', { issuer: 'somebody else' }],
    ['without a signature', { algorithm: 'none', secret: '' }],
    ['signed with another algorithm', { algorithm: 'HS512' }],
  ])('is rejected when %s', async (_, options) => {
    await me(sign({}, options)).expect(401);
  });

  it.each([
    ['an SQL condition', '1 or 1=1'],
    ['a list', ['1']],
    ['a number', 1],
    ['a number with a sign', '+1'],
    ['a number too large for the database', '2147483648'],
    ['an infinite number', '1e309'],
    ['nothing', undefined],
    ['null', null],
    ['a property of Object.prototype', '__proto__'],
  ])('is rejected with %s as its subject', async (_, sub) => {
    await me(sign({ sub })).expect(401);
  });

  it.each([undefined, null, '0', [0], {}])('is rejected with version %j', async (version) => {
    await me(sign({ version })).expect(401);
  });

  it.each([undefined, null, '1', 0, 1.5, 2147483648, {}])('is rejected with session %j', async (session) => {
    await me(sign({ session })).expect(401);
  });
});

describe('a token', () => {
  it('is required', async () => {
    const { body } = await api.visitor.get('/api/auth/me').expect(401);

    expect(body).toEqual({ statusCode: 401, message: 'Please sign in', code: 'auth.required' });
  });

  it('of a deleted user is rejected', async () => {
    const users = api.database.getRepository(User);
    const email = 'gone@example.com';
    const passwordHash = await new Passwords().hash('secret');
    const { id } = await users.save({ name: 'Gone', email, passwordHash, tokenVersion: 0 });
    const token = (await api.visitor.post('/api/auth/login').send({ email, password: 'secret' })).body.token as string;
    await me(token).expect(200);

    await users.delete({ id });

    await me(token).expect(401);
  });

  it('is read from the Authorization header only', async () => {
    const token = await signedIn();

    for (const header of [token, `Basic ${token}`, `Bearer `]) {
      await api.visitor.get('/api/auth/me').set('authorization', header).expect(401);
    }
    await api.visitor.get(`/api/auth/me?access_token=${token}&token=${token}`).expect(401);
    await api.visitor.get('/api/auth/me').set('cookie', `token=${token}; access_token=${token}`).expect(401);
  });

  it('is revoked by signing out everywhere', async () => {
    const [one, other] = [await signedIn(), await signedIn()];

    const { body } = await api.visitor
      .post('/api/auth/sign-out-everywhere')
      .set('authorization', `Bearer ${one}`)
      .expect(200);

    expect(body).toEqual({ message: 'Signed out everywhere' });
    await me(one).expect(401);
    await me(other).expect(401);
    await me(await signedIn()).expect(200);
    await api.visitor.post('/api/auth/sign-out-everywhere').expect(401);
  });

  it('is revoked by a higher token version', async () => {
    const token = await signedIn();
    await me(token).expect(200);

    await api.database.getRepository(User).increment({ email: DEMO_ACCOUNT.email }, 'tokenVersion', 1);

    await me(token).expect(401);
    await me(await signedIn()).expect(200);
  });

  it('is validated on public routes too', async () => {
    await api.visitor.get('/api/galleries').set('authorization', 'Bearer nonsense').expect(401);
  });
});

describe('the demo account', () => {
  it('is replaced by the administrator of the environment outside of demo mode', async () => {
    const ADMIN_EMAIL = 'artist@example.com';
    const ADMIN_PASSWORD = 'a long password';
    const site = await startTestApi({ DEMO: false, ADMIN_EMAIL, ADMIN_PASSWORD });
    try {
      await site.visitor.post('/api/auth/login').send(credentials).expect(401);
      await site.visitor.post('/api/auth/login').send({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD }).expect(200);
      expect((await site.visitor.get('/api/public/demo')).body).toEqual({ demo: null });
    } finally {
      await site.stop();
    }
  });

  it('is not there when another administrator was first', async () => {
    const site = await startTestApi({
      DEMO: true,
      ADMIN_EMAIL: 'artist@example.com',
      ADMIN_PASSWORD: 'a long password',
    });
    try {
      expect((await site.visitor.get('/api/public/demo')).body).toEqual({ demo: null });
    } finally {
      await site.stop();
    }
  });

  it('is returned to the sign-in page', async () => {
    expect((await api.visitor.get('/api/public/demo').expect(200)).body).toEqual({ demo: credentials });
  });
});
