import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { EnvError, loadEnv } from '@portfolio/config';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { ApiEnv } from '../../src/env.ts';

const right = {
  DATABASE_URL: 'postgres://portfolio:x7Gm2kPq9tVw@db.internal/portfolio',
  STORAGE_DIR: '/data',
  UPLOAD_DIR: '/tmp/uploads',
  JWT_SECRET: randomBytes(48).toString('base64'),
  ADMIN_EMAIL: 'elin.marsh@example.com',
  ADMIN_PASSWORD: 'four boats under a low sky',
};

/** Error of a start with these settings; undefined when it starts. */
function refusal(given: Record<string, string>): string {
  try {
    loadEnv(ApiEnv, { ...right, ...given });
    return '';
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
}

describe('JWT_SECRET', () => {
  it.each([
    ['too short', 'x7Gm2kPq9tVw'],
    ['an example of documentation', 'change-me-change-me-change-me-change-me'],
    ['an example in another spelling', 'Change_Me!Now 7Gm2kPq9tVwZr4LbNcXsD'],
    ['a placeholder', 'your-256-bit-secret-your-256-bit-secret'],
    ['the secret of the tests', 'a secret for tests, of more than 32 characters'],
    ['a repeated word', 'secretsecretsecretsecretsecretsecret'],
    ['one character', 'a'.repeat(64)],
    ['two characters', 'ab'.repeat(32)],
    ['a few repeated characters', 'x7Gm2kPq'.repeat(8)],
    ['the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['repeated digits', '0123456789'.repeat(5)],
    ['along the rows of a keyboard', 'qwertyuiopasdfghjklzxcvbnm1234567890'],
    ['backwards along them', '0987654321POIUYTREWQLKJHGFDSAMNBVCXZ'],
    ['along the rows of a German keyboard', 'qwertzuiopü+asdfghjklöä#yxcvbnm,.-'],
    ['down the columns of a keyboard', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.'],
    ['a few keys side by side', 'qweasdzxc123rtyfghvbn456uiojklm,.789'],
    ['a well-known sentence', 'correct horse battery staple, and some more'],
    ['a command that was not run', '$(openssl rand -base64 48) in quotes of the wrong kind'],
  ])('is rejected when it is %s', (_, JWT_SECRET) => {
    expect(refusal({ JWT_SECRET })).toMatch(/JWT_SECRET: .*openssl rand -base64 48/);
  });

  it('is not in the error message', () => {
    expect(refusal({ JWT_SECRET: 'x7Gm2kPq9tVw' })).not.toContain('x7Gm2kPq');
  });

  it.each(['hex', 'base64', 'base64url'] as const)('is accepted from a generator, in %s', (encoding) => {
    for (const bytes of [...Array<number>(300).fill(24), 32, 48, 64, 512]) {
      expect(refusal({ JWT_SECRET: randomBytes(bytes).toString(encoding) })).toBe('');
    }
  });
});

describe('ADMIN_PASSWORD', () => {
  it.each([
    'short',
    'Password2024!',
    'passwordpassword',
    'administrator',
    'Change-Me-Now',
    'qwertyuiop',
    'zxcvbnm,.asdf',
    '1234567890',
    'aaaaaaaaaaaa',
    'abcdefghijkl',
    'elin.marsh@example.com',
    'Elin-Marsh',
    'a long password',
    DEMO_ACCOUNT.password,
  ])('is rejected when it is %s', (ADMIN_PASSWORD) => {
    expect(refusal({ ADMIN_PASSWORD })).toMatch(
      ADMIN_PASSWORD === 'short'
        ? /ADMIN_PASSWORD: .*at least 10/
        : /ADMIN_PASSWORD: is too easy to guess. Choose another.$/,
    );
  });

  it.each(['four boats under a low sky', 'kH7vQ2mZ9rT1', 'ebbe und flut am deich', '海辺の静かな港で待つ朝のひかり'])(
    'is accepted when strong: %s',
    (ADMIN_PASSWORD) => {
      expect(refusal({ ADMIN_PASSWORD })).toBe('');
    },
  );
});

describe('the password in DATABASE_URL', () => {
  it.each([
    'postgres://postgres:postgres@db.internal/portfolio',
    'postgres://portfolio:portfolio@db.internal/portfolio',
    'postgres://elin:elin@10.0.0.5/portfolio',
    'postgres://portfolio:mysecretpassword@db.internal/portfolio',
    'postgres://portfolio:Ch%61nge-me@db.internal/portfolio',
  ])('is rejected when common, on another machine: %s', (DATABASE_URL) => {
    expect(refusal({ DATABASE_URL })).toContain('DATABASE_URL: has a password that everybody knows');
  });

  it.each([
    'postgres://postgres:postgres@127.0.0.1/portfolio',
    'postgres://postgres:postgres@localhost:5433/portfolio',
    'postgres://portfolio@db.internal/portfolio',
  ])('is ignored on this machine, and when absent: %s', (DATABASE_URL) => {
    expect(refusal({ DATABASE_URL })).toBe('');
  });

  it('is read from PGPASSWORD when the address has none', () => {
    const DATABASE_URL = 'postgres://portfolio@db.internal/portfolio';

    expect(refusal({ DATABASE_URL, PGPASSWORD: 'portfolio' })).toContain('DATABASE_URL: has a password that everybody');
    expect(refusal({ DATABASE_URL, PGPASSWORD: 'x7@/#Gm2:kPq%9tVw' })).toBe('');
    expect(refusal({ PGPASSWORD: 'portfolio' })).toBe('');
  });
});

it('all weak settings are in one error', () => {
  const message = refusal({
    JWT_SECRET: 'secret',
    ADMIN_PASSWORD: 'admin',
    DATABASE_URL: 'postgres://postgres:postgres@db/portfolio',
  });

  expect(message.match(/^ {2}\w+/gm)?.sort()).toEqual(['  ADMIN_PASSWORD', '  DATABASE_URL', '  JWT_SECRET']);
});
