import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { loadEnv } from '@portfolio/config';
import { ApiEnv } from './env.ts';

const right = {
  DATABASE_URL: 'postgres://user@db.internal/portfolio',
  STORAGE_DIR: '/data',
  UPLOAD_DIR: '/tmp/uploads',
  JWT_SECRET: randomBytes(48).toString('base64url'),
};

it('has defaults: no demo, no other origin, 10 MB', () => {
  expect(loadEnv(ApiEnv, right)).toMatchObject({ DEMO: false, ADMIN_ORIGINS: [], MAX_UPLOAD_MB: 10 });
});

it('has the limits of the contracts, and no trusted proxies', () => {
  expect(loadEnv(ApiEnv, right)).toMatchObject({
    LIMIT_COMMENTS: 10,
    LIMIT_MESSAGES: 5,
    LIMIT_POSTS_PER_MINUTE: 60,
    LIMIT_SIGN_INS: 10,
    LIMIT_SIGN_INS_PER_ACCOUNT: 100,
    LIMIT_LOGS_PER_MINUTE: 60,
    LIMIT_EMBEDS_PER_MINUTE: 30,
  });
  expect(loadEnv(ApiEnv, right).TRUST_PROXY).toBeUndefined();
});

it('takes hosts with underscores, as containers have', () => {
  const DATABASE_URL = 'postgres://user@my_db/portfolio';

  expect(loadEnv(ApiEnv, { ...right, DATABASE_URL })).toMatchObject({ DATABASE_URL });
});

it('reads lists and switches', () => {
  const given = { DEMO: 'true', ADMIN_ORIGINS: 'https://a.example, http://localhost:4000' };

  expect(loadEnv(ApiEnv, { ...right, ...given })).toMatchObject({
    DEMO: true,
    ADMIN_ORIGINS: ['https://a.example', 'http://localhost:4000'],
  });
});

it.each([
  [{ JWT_SECRET: 'short' }, 'JWT_SECRET: has fewer than 32 characters'],
  [{ DEMO: 'perhaps' }, 'DEMO: must be true or false'],
  [{ ADMIN_ORIGINS: 'everywhere' }, 'ADMIN_ORIGINS: must list origins'],
  [{ ADMIN_EMAIL: 'artist@example.com' }, 'ADMIN_PASSWORD: must be set beside ADMIN_EMAIL'],
  [{ ADMIN_EMAIL: 'artist@example.com', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD: must be set beside ADMIN_EMAIL'],
  // Sign-in refuses these addresses.
  [{ ADMIN_EMAIL: 'åsa@example.com' }, 'ADMIN_EMAIL: must be an email address'],
  [{ ADMIN_EMAIL: `a@${'b.'.repeat(127)}example` }, 'ADMIN_EMAIL: must have at most 255 characters'],
  [{ MAX_UPLOAD_MB: '0' }, 'MAX_UPLOAD_MB: must be at least 1'],
  [{ LIMIT_COMMENTS: '0' }, 'LIMIT_COMMENTS: must be a whole number from 1'],
  [{ LIMIT_SIGN_INS: 'many' }, 'LIMIT_SIGN_INS: must be a whole number from 1'],
  [{ LIMIT_POSTS_PER_MINUTE: '1.5' }, 'LIMIT_POSTS_PER_MINUTE: must be a whole number from 1'],
  [{ REQUEST_TIMEOUT_S: '0' }, 'REQUEST_TIMEOUT_S: must be whole seconds from 1'],
  [{ TRUST_PROXY: 'everybody' }, 'TRUST_PROXY: must list addresses or networks'],
])('rejects %j', (given, message) => {
  expect(() => loadEnv(ApiEnv, { ...right, ...given })).toThrow(message);
});
