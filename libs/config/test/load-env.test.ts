import { describe, expect, it } from '@jest/globals';
import { BackendEnv, EnvError, loadEnv } from '../src/index.ts';

const valid = { DATABASE_URL: 'postgres://user:long-own-secret@db.internal:5432/portfolio', STORAGE_DIR: '/data' };

describe('loadEnv', () => {
  it('reads variables, and defaults for the others', () => {
    const env = loadEnv(BackendEnv, { ...valid, PORT: '8080', UNKNOWN: 'ignored' });

    expect(env).toMatchObject({ ...valid, PORT: 8080, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
  });

  it('treats an empty variable as absent', () => {
    const env = loadEnv(BackendEnv, { ...valid, REDIS_URL: '', PORT: '' });

    expect(env.PORT).toBe(3000);
    expect(env.REDIS_URL).toBeUndefined();
  });

  it('lists all faults, without values, which may be secrets', () => {
    const attempt = () =>
      loadEnv(BackendEnv, { DATABASE_URL: 'mysql://user:long-own-secret@db', PORT: 'many', LOG_LEVEL: 'loud' });

    expect(attempt).toThrow(EnvError);
    expect(attempt).toThrow(/DATABASE_URL: must be a postgres[\s\S]*STORAGE_DIR|STORAGE_DIR[\s\S]*DATABASE_URL/);
    expect(attempt).toThrow(/PORT/);
    expect(attempt).toThrow(/LOG_LEVEL/);
    expect(attempt).not.toThrow(/secret/);
  });

  it('returns a frozen object', () => {
    expect(Object.isFrozen(loadEnv(BackendEnv, valid))).toBe(true);
  });
});
