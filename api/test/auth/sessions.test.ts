import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ActiveSessionView, SecurityEventView } from '@portfolio/contracts';
import { SecurityEvent, Session, User } from '@portfolio/database';
import { Passwords } from '../../src/auth/passwords.ts';
import { SessionsRepository } from '../../src/auth/sessions.repository.ts';
import { recordQueries } from '../scale/plans.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const email = 'elin@example.org';
const password = 'a low tide at noon';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';

let api: TestApi;
let userId: number;
let passwordHash: string;
beforeAll(async () => {
  api = await startTestApi({ TRUST_PROXY: 'loopback' });
  passwordHash = await new Passwords().hash(password);
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate users cascade');
  userId = await createUser(email);
});

const createUser = async (address: string) =>
  (await api.database.getRepository(User).save({ name: 'Elin Marsh', email: address, passwordHash })).id;

interface Visit {
  userAgent?: string;
  from?: string;
  email?: string;
  password?: string;
}

const post = ({ userAgent = FIREFOX, from = '203.0.113.77', ...credentials }: Visit = {}) =>
  api.visitor
    .post('/api/auth/login')
    .set({ 'user-agent': userAgent, 'x-forwarded-for': from })
    .send({ email, password, ...credentials });

/** A session with its requests. */
async function signIn(visit: Visit = {}) {
  const token = (await post(visit).expect(200)).body.token as string;
  return sessionOf(token, visit);
}

function sessionOf(token: string, { userAgent = FIREFOX, from = '203.0.113.77' }: Visit = {}) {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': userAgent, 'x-forwarded-for': from };
  const get = (path: string) => api.visitor.get(`/api${path}`).set(headers);
  return {
    me: () => get('/auth/me'),
    sessions: async () => (await get('/auth/sessions').expect(200)).body.sessions as ActiveSessionView[],
    events: async () => {
      await api.app.get(SessionsRepository).onModuleDestroy();
      return (await get('/auth/security-events').expect(200)).body.events as SecurityEventView[];
    },
    id: async () =>
      ((await get('/auth/sessions')).body.sessions as ActiveSessionView[]).find((one) => one.is_current)!.id,
    revoke: (id: number) => api.visitor.delete(`/api/auth/sessions/${id}`).set(headers),
    logout: () => api.visitor.post('/api/auth/logout').set(headers),
    signOutEverywhere: () => api.visitor.post('/api/auth/sign-out-everywhere').set(headers),
    save: (given: object) =>
      api.visitor
        .put('/api/admin/settings/profile')
        .set(headers)
        .send({ name: 'Elin Marsh', email, ...given }),
  };
}

describe('sessions', () => {
  it('are listed with browser, system and network, the current one marked', async () => {
    await signIn({ userAgent: SAFARI, from: '2001:db8:1:5::9' });
    const desktop = await signIn();

    expect(await desktop.sessions()).toEqual([
      {
        id: expect.any(Number),
        device: 'Firefox on Windows',
        network: '203.0.113.0/24',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        is_current: true,
      },
      expect.objectContaining({ device: 'Safari on iPhone', network: '2001:db8:1::/48', is_current: false }),
    ]);
  });

  it('end at once when revoked, without ending others', async () => {
    const [desktop, phone] = [await signIn(), await signIn({ userAgent: SAFARI })];

    expect((await desktop.revoke(await phone.id()).expect(200)).body).toEqual({ message: 'Session ended' });

    await phone.me().expect(401);
    await desktop.me().expect(200);
    expect(await desktop.sessions()).toHaveLength(1);
  });

  it('can revoke themselves', async () => {
    const desktop = await signIn();

    await desktop.revoke(await desktop.id()).expect(200);

    await desktop.me().expect(401);
  });

  it('of another administrator are neither listed nor revocable', async () => {
    await createUser('other@example.org');
    const [mine, theirs] = [await signIn(), await signIn({ email: 'other@example.org' })];

    const { body } = await mine.revoke(await theirs.id()).expect(404);

    expect(body).toEqual({ statusCode: 404, message: 'Session not found', code: 'session.not-found' });
    await theirs.me().expect(200);
    expect((await mine.sessions()).map(({ id }) => id)).toEqual([await mine.id()]);
    expect(await theirs.events()).toHaveLength(1);
    expect((await mine.events()).map(({ type }) => type)).toEqual(['new-device']);
  });

  it('require a session', async () => {
    const session = sessionOf('nonsense');
    await session.revoke(1).expect(401);
    await session.logout().expect(401);
    for (const path of ['sessions', 'security-events']) await api.visitor.get(`/api/auth/${path}`).expect(401);
  });

  it('end at sign-out, without ending others', async () => {
    const [desktop, phone] = [await signIn(), await signIn({ userAgent: SAFARI })];

    expect((await phone.logout().expect(200)).body).toEqual({ message: 'Signed out' });

    await phone.me().expect(401);
    expect(await desktop.sessions()).toHaveLength(1);
  });

  it('are limited to 100: one more ends the least recently used one', async () => {
    const first = await signIn();
    await api.database.query(
      `insert into sessions (user_id, token_version, device, network, expires_at, last_used_at)
       select $1, 0, 'Unknown device', 'unknown', now() + interval '1 day', now() + interval '1 minute'
       from generate_series(1, 99)`,
      [userId],
    );
    const desktop = await signIn();

    await first.me().expect(401);
    expect(await desktop.sessions()).toHaveLength(100);
  });

  it('leave the list at expiry, and the table at the next sign-in', async () => {
    await signIn({ userAgent: SAFARI });
    await api.database.query(`update sessions set expires_at = now() - interval '1 second'`);

    const desktop = await signIn();

    expect(await desktop.sessions()).toHaveLength(1);
    expect(await api.database.getRepository(Session).count()).toBe(1);
  });

  it('update `last_used_at` every five minutes', async () => {
    const desktop = await signIn();
    const writes = async () =>
      (await recordQueries(api.database, () => desktop.me().expect(200))).filter(({ sql }) => /^update/i.test(sql));
    expect(await writes()).toEqual([]);

    await api.database.query(`update sessions set last_used_at = now() - interval '6 minutes'`);

    expect(await writes()).toHaveLength(1);
    expect(await writes()).toEqual([]);
    const [{ last_used_at }] = (await desktop.sessions()) as [ActiveSessionView];
    expect(Date.now() - Date.parse(last_used_at)).toBeLessThan(60_000);
  });
});

describe('security events', () => {
  it('distinguish new devices from known ones', async () => {
    await signIn();
    await signIn({ from: '198.51.100.4' });
    const phone = await signIn({ userAgent: SAFARI });

    expect(await phone.events()).toEqual([
      expect.objectContaining({ type: 'new-device', device: 'Safari on iPhone' }),
      expect.objectContaining({ type: 'sign-in', device: 'Firefox on Windows', network: '198.51.100.0/24' }),
      {
        id: expect.any(Number),
        type: 'new-device',
        device: 'Firefox on Windows',
        network: '203.0.113.0/24',
        revoked_device: null,
        count: 1,
        at: expect.any(String),
      },
    ]);
  });

  it('forget a device after 90 days', async () => {
    await signIn();
    await api.database.query(`update security_events set at = now() - interval '90 days'`);

    expect((await (await signIn()).events()).map(({ type }) => type)).toEqual(['new-device']);
  });

  it('count the failed sign-ins of a day in one row', async () => {
    for (const userAgent of [FIREFOX, SAFARI, 'curl/8']) {
      await post({ password: 'wrong', userAgent }).expect(401);
      await api.app.get(SessionsRepository).onModuleDestroy();
    }
    await post({ password: 'wrong', email: 'nobody@example.org' }).expect(401);
    const desktop = await signIn();

    const [signedIn, ...failed] = await desktop.events();
    expect(signedIn).toMatchObject({ type: 'new-device' });
    expect(failed[0]).toMatchObject({ type: 'sign-in-failed', device: 'Unknown device' });
    // A second row begins at midnight (UTC).
    expect(failed.length).toBeLessThan(3);
    expect(failed.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  });

  it('name changes and revocations with device and network', async () => {
    const [phone, desktop] = [await signIn({ userAgent: SAFARI }), await signIn()];
    await desktop.revoke(await phone.id()).expect(200);
    await desktop.save({ email: 'Elin@Example.org' }).expect(200);
    await desktop.save({ email: 'elin@example.com', currentPassword: password }).expect(200);
    const changed = { email: 'elin@example.com', currentPassword: password, newPassword: 'newer1' };
    const { token } = (await desktop.save(changed).expect(200)).body;
    await sessionOf(token).signOutEverywhere().expect(200);

    const session = await signIn({ email: 'elin@example.com', password: 'newer1' });
    expect(await session.sessions()).toHaveLength(1);
    const events = await session.events();

    expect(events.map(({ type }) => type)).toEqual([
      'sign-in',
      'signed-out-everywhere',
      'password-changed',
      'email-changed',
      'session-revoked',
      'new-device',
      'new-device',
    ]);
    expect(events[4]).toMatchObject({ device: 'Firefox on Windows', revoked_device: 'Safari on iPhone', count: 1 });
  });

  it('exclude rejected requests', async () => {
    const desktop = await signIn();
    await desktop.save({ email: 'thief@example.org', currentPassword: 'wrong', newPassword: 'newer1' }).expect(400);
    await desktop.revoke(2147483647).expect(404);

    expect((await desktop.events()).map(({ type }) => type)).toEqual(['new-device']);
  });

  it('are limited to 90 days and 200 rows', async () => {
    await api.database.query(
      `insert into security_events (user_id, type, at) select $1, 'password-reset', now() - i * interval '1 hour'
       from generate_series(24, 24 * 120, 8) i`,
      [userId],
    );
    const desktop = await signIn();

    expect(await desktop.events()).toHaveLength(200);
    expect(await api.database.getRepository(SecurityEvent).count()).toBe(200);
    await api.database.query(`update security_events set at = at - interval '89 days'`);
    expect((await desktop.events()).length).toBeLessThan(10);
  });

  it('store neither client address nor User-Agent', async () => {
    const desktop = await signIn({ userAgent: `${FIREFOX} secret-detail`, from: '203.0.113.77' });
    await desktop.save({ currentPassword: password, newPassword: 'newer1' }).expect(200);

    for (const table of ['sessions', 'security_events']) {
      const rows = JSON.stringify(await api.database.query(`select * from ${table}`));
      expect(rows).toContain('203.0.113.0/24');
      expect(rows).not.toMatch(/203\.0\.113\.77|secret-detail|Mozilla/);
    }
  });
});
