import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ActiveSessionView, DEMO_ACCOUNT } from '@portfolio/contracts';
import { User } from '@portfolio/database';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import { Passwords } from '../../src/auth/passwords.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const { name, email, password } = DEMO_ACCOUNT;

let api: TestApi;
let demo: User;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  demo = await api.database.getRepository(User).findOneByOrFail({ email });
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate users cascade');
  await api.database.getRepository(User).insert(demo);
  token = (await signIn()).body.token as string;
});

const signIn = (given: object = {}) => api.visitor.post('/api/auth/login').send({ email, password, ...given });
const me = (bearer: string) => api.visitor.get('/api/auth/me').set('authorization', `Bearer ${bearer}`);
const sessions = async (bearer: string) =>
  (await api.visitor.get('/api/auth/sessions').set('authorization', `Bearer ${bearer}`).expect(200)).body.sessions;
const save = (given: object, bearer = token) =>
  api.visitor
    .put('/api/admin/settings/profile')
    .set('authorization', `Bearer ${bearer}`)
    .send({ name, email, ...given });

describe('name and address', () => {
  it('are changed without ending the session', async () => {
    const changed = { name: 'Elin M. Åström', email: 'Elin@Example.org' };
    const { body } = await save({ ...changed, currentPassword: password }).expect(200);

    expect(body).toEqual({
      user: { id: expect.any(Number), name: 'Elin M. Åström', email: 'Elin@Example.org' },
      message: 'Settings updated successfully!',
    });
    expect((await me(token).expect(200)).body.user).toEqual(body.user);
    await signIn().expect(401);
    await signIn({ email: 'elin@example.org' }).expect(200);
  });

  it.each([
    [{}, 'profile.password-required', 'Current password is required when changing email'],
    [{ currentPassword: '' }, 'profile.password-required', 'Current password is required when changing email'],
    [{ currentPassword: 'wrong' }, 'profile.wrong-password', 'Current password is incorrect'],
  ])('require the current password for another email: %j', async (given, code, message) => {
    const { body } = await save({ name: 'Somebody', email: 'thief@example.org', ...given }).expect(400);

    expect(body).toEqual({ statusCode: 400, code, message, errors: { currentPassword: message } });
    expect((await me(token).expect(200)).body.user).toMatchObject({ name, email });
  });

  it('require the current password for an email that another request has replaced meanwhile', async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const late = await api.database.transaction(async (owner) => {
      await owner.query(`update users set email = 'elin@example.org'`);
      const response = save({}).then((one) => one);
      await waitUntil(async () => (await api.database.query<unknown[]>(waiting)).length > 0);
      return { response };
    });

    expect((await late.response).body).toMatchObject({ statusCode: 400, code: 'profile.password-required' });
    expect((await me(token).expect(200)).body.user.email).toBe('elin@example.org');
  });

  it('need no password for a new name', async () => {
    await save({ name: 'Elin' }).expect(200);
  });

  it('may change in case only, or not at all', async () => {
    await save({ email: email.toUpperCase() }).expect(200);
    await save({ email: email.toUpperCase() }).expect(200);
  });

  it('reject the email of another account in any case', async () => {
    const other = { name: 'Other', email: 'other@example.com', passwordHash: 'x' };
    await api.database.getRepository(User).save(other);

    const { body } = await save({ email: 'OTHER@example.com', currentPassword: password, newPassword: 'newer1' });

    expect(body).toEqual({
      statusCode: 409,
      code: 'profile.email-taken',
      message: 'Email is already in use',
      errors: { email: 'Email is already in use' },
    });
    await signIn().expect(200);
  });

  it.each([
    [{ role: 'owner' }, { role: 'role is not a known field' }],
    [{ tokenVersion: 0 }, { tokenVersion: 'tokenVersion is not a known field' }],
  ])('are rejected as %j', async (given, errors) => {
    expect((await save(given).expect(400)).body).toMatchObject({ code: 'request.invalid', errors });
  });

  it('require a session', async () => {
    await api.visitor.put('/api/admin/settings/profile').send({ name, email }).expect(401);
  });
});

describe('a new password', () => {
  const newPassword = 'six ch';

  it('ends every other session and returns a new token for the current one', async () => {
    const elsewhere = (await signIn()).body.token as string;
    const { id } = (await sessions(token)).find((session: ActiveSessionView) => session.is_current);

    const { body } = await save({ currentPassword: password, newPassword }).expect(200);

    expect(body).toEqual({
      user: { id: expect.any(Number), name, email },
      message: 'Settings updated successfully!',
      token: expect.any(String),
    });
    expect(await sessions(body.token)).toEqual([expect.objectContaining({ id, is_current: true })]);
    await me(token).expect(401);
    await me(elsewhere).expect(401);
    await signIn().expect(401);
    await signIn({ password: newPassword }).expect(200);
  });

  it('is rejected with a wrong current password, with status 400', async () => {
    const { body } = await save({ name: 'Somebody', currentPassword: 'wrong', newPassword }).expect(400);

    expect(body).toEqual({
      statusCode: 400,
      code: 'profile.wrong-password',
      message: 'Current password is incorrect',
      errors: { currentPassword: 'Current password is incorrect' },
    });
    expect((await me(token).expect(200)).body.user.name).toBe(name);
    await signIn().expect(200);
  });

  it.each([
    [{ newPassword, currentPassword: '' }, { currentPassword: 'Current password is required when changing password' }],
    [
      { newPassword: ' '.repeat(8), currentPassword: password },
      { newPassword: 'Password must be at least 6 characters' },
    ],
    [{ newPassword: 'x'.repeat(1001), currentPassword: password }, { newPassword: 'Password is too long' }],
    [{ newPassword: ['newer1'], currentPassword: password }, { newPassword: 'Password must be text' }],
  ])('is rejected as %j', async (given, errors) => {
    expect((await save(given).expect(400)).body).toMatchObject({ code: 'request.invalid', errors });
    await signIn().expect(200);
  });

  it.each([
    { newPassword: '' },
    { newPassword: '', currentPassword: '' },
    { newPassword: null, currentPassword: null },
  ])('is absent in %j', async (given) => {
    const { body } = await save(given).expect(200);

    expect(body).not.toHaveProperty('token');
    await me(token).expect(200);
  });

  it('is set by one of two concurrent requests', async () => {
    const responses = await Promise.all(
      ['first one', 'second one'].map((chosen) => save({ currentPassword: password, newPassword: chosen })),
    );

    const [won, lost] = responses.map(({ status }) => status).sort();
    expect(won).toBe(200);
    // The loser has a wrong current password or a revoked token.
    expect([400, 401]).toContain(lost);
    const winner = responses.find(({ status }) => status === 200);
    await me(winner?.body.token).expect(200);
  });
});

describe('the demo account', () => {
  const change = (given: Partial<User>) => api.database.getRepository(User).update({ email }, given);
  const shown = async () => (await api.visitor.get('/api/public/demo').expect(200)).body.demo;
  const ownPassword = async () => ({ passwordHash: await new Passwords().hash('a secret of mine') });

  /** Emails of all accounts after the next start. */
  async function afterRestart(given: Parameters<typeof startTestApi>[0] = {}) {
    const next = await startTestApi({ DATABASE_URL: api.env.DATABASE_URL, ...given });
    await next.stop();
    return (await api.database.getRepository(User).find()).map((user) => user.email);
  }

  it('with another email is not created again by the next start', async () => {
    await change({ email: 'elin@example.org' });

    expect(await shown()).toBeNull();
    expect(await afterRestart()).toEqual(['elin@example.org']);
  });

  it('is hidden after its password changed', async () => {
    expect(await shown()).toEqual({ email, password });

    await change(await ownPassword());

    expect(await shown()).toBeNull();
  });

  it('is removed outside of demo mode also with another email', async () => {
    await change({ email: 'elin@example.org' });

    expect(await afterRestart({ DEMO: false })).toEqual([]);
  });

  it('stays outside of demo mode with another email and password', async () => {
    await change({ email: 'elin@example.org', ...(await ownPassword()) });

    expect(await afterRestart({ DEMO: false })).toEqual(['elin@example.org']);
  });
});
