import { describe, expect, it } from '@jest/globals';
import { BackendEnv, EnvError, loadEnv } from '../src/index.ts';

const right = { DATABASE_URL: 'postgres://user:long-own-secret@db.internal:5432/portfolio', STORAGE_DIR: '/data' };

describe('loadEnv', () => {
  it('reads what is set and keeps the defaults of the rest', () => {
    const env = loadEnv(BackendEnv, { ...right, PORT: '8080', UNKNOWN: 'ignored' });

    expect(env).toMatchObject({ ...right, PORT: 8080, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
  });

  it('takes an empty variable for one that is not set', () => {
    const env = loadEnv(BackendEnv, { ...right, REDIS_URL: '', PORT: '' });

    expect(env.PORT).toBe(3000);
    expect(env.REDIS_URL).toBeUndefined();
  });

  it('names every fault at once, and no value, which may be a secret', () => {
    const attempt = () =>
      loadEnv(BackendEnv, { DATABASE_URL: 'mysql://user:long-own-secret@db', PORT: 'many', LOG_LEVEL: 'loud' });

    expect(attempt).toThrow(EnvError);
    expect(attempt).toThrow(/DATABASE_URL: must be a postgres[\s\S]*STORAGE_DIR|STORAGE_DIR[\s\S]*DATABASE_URL/);
    expect(attempt).toThrow(/PORT/);
    expect(attempt).toThrow(/LOG_LEVEL/);
    expect(attempt).not.toThrow(/secret/);
  });

  it('gives an object that cannot be changed', () => {
    expect(Object.isFrozen(loadEnv(BackendEnv, right))).toBe(true);
  });
});
