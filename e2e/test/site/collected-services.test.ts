import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchProcess, stopProcess } from '@portfolio/lifecycle/supervisor';
import { makeTempFolder } from '@portfolio/testing/temp-folder';
import { createTestDatabase, type TestDatabase } from '@portfolio/testing';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SERVERS = [
  ['api', 'start.cjs'],
  ['worker', 'start.cjs'],
  ['public-web', 'server/main.js'],
  ['admin-web', 'server/main.js'],
] as const;

let folder: string;
let database: TestDatabase;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await makeTempFolder('services');
  database = await createTestDatabase();
  env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: database.url,
    STORAGE_DIR: join(folder, 'storage'),
    UPLOAD_DIR: join(folder, 'uploads'),
    JWT_SECRET: '0f6c3b1a7d52e984c6a1b0e37f48d925',
    PUBLIC_URL: 'http://localhost:3000',
    API_URL: 'http://127.0.0.1:1',
  };
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

// The folder of a service is what its image holds: no other package is within reach.
describe('the services of the images', () => {
  it.each(SERVERS)('%s starts from its own folder alone', async (service, entry) => {
    const out = join(folder, service);
    await promisify(execFile)(process.execPath, [join(ROOT, 'deploy/collect-service.mjs'), service, out]);
    const plan = { name: service, command: process.execPath, cwd: out, env };
    const args = (file: string) => ['--enable-source-maps', join(out, service, 'dist', file)];

    if (service === 'api') {
      const migration = launchProcess({ ...plan, args: args('migrate.js'), startTimeoutMs: 0 });
      await migration.finished();
    }
    const server = launchProcess({ ...plan, args: args(entry) });
    await server.ready;
    expect((await stopProcess(server)).code).toBe(0);
  });
});
