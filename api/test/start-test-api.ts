import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getDataSourceToken } from '@nestjs/typeorm';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { JobQueue } from '@portfolio/jobs';
import { QUEUE_TABLES } from '@portfolio/jobs/queue-tables';
import { openStorage } from '@portfolio/storage';
import { createTestDatabase } from '@portfolio/testing';
import supertest from 'supertest';
import type { DataSource } from 'typeorm';
import { closeApp, createApp, listenApp } from '../src/create-app.ts';
import { ApiEnv } from '../src/env.ts';
import { matchDescription } from './http/described-responses.ts';
import { takeSnapshot } from './snapshot.ts';

/** Tests of rate limits set their own. */
const NO_LIMITS = {
  LIMIT_COMMENTS: 1_000_000,
  LIMIT_MESSAGES: 1_000_000,
  LIMIT_POSTS_PER_MINUTE: 1_000_000,
  LIMIT_SIGN_INS: 1_000_000,
  LIMIT_SIGN_INS_PER_ACCOUNT: 1_000_000,
  LIMIT_LOGS_PER_MINUTE: 1_000_000,
  LIMIT_EMBEDS_PER_MINUTE: 1_000_000,
};

/** Milliseconds that the shared API stays open for the next test file. */
const LINGER_MS = 2_000;

export type TestApi = Awaited<ReturnType<typeof startOwnTestApi>>;

/** Shared by all test files of a Jest worker without settings of their own. */
let shared: { api: TestApi; reset: () => Promise<void> } | undefined;
let isSharedInUse = false;
let closing: NodeJS.Timeout | undefined;

/**
 * The API in demo mode. Without settings it is shared by the test files of a Jest worker: `stop` then deletes all rows and
 * files, and the next file gets the same application. With settings, or while the shared one is in use, it is a new one.
 */
export async function startTestApi(given?: Partial<ApiEnv>): Promise<TestApi> {
  if (given || isSharedInUse) return startOwnTestApi(given);
  isSharedInUse = true;
  clearTimeout(closing);
  shared ??= await startShared();
  const { api, reset } = shared;
  return {
    ...api,
    async stop() {
      await reset();
      isSharedInUse = false;
      closing = setTimeout(() => {
        shared = undefined;
        void api.stop();
      }, LINGER_MS);
    },
  };
}

async function startShared() {
  const api = await startOwnTestApi();
  const restoreRows = await takeSnapshot(api.database);
  const removeNewFiles = trackFiles(dirname(api.env.UPLOAD_DIR));
  return {
    api,
    async reset() {
      await restoreRows();
      removeNewFiles();
    },
  };
}

/**
 * An API of the test's own, on a database and a storage of its own. Each response to `visitor` and to the administrator
 * must match the API's description, or the test fails.
 */
export async function startOwnTestApi(given: Partial<ApiEnv> = {}) {
  const testDatabase = await createTestDatabase(QUEUE_TABLES);
  const folder = mkdtempSync(join(tmpdir(), 'portfolio-api-'));
  const env: ApiEnv = Object.assign(new ApiEnv(), {
    DATABASE_URL: testDatabase.url,
    ...(given.S3_BUCKET === undefined ? { STORAGE_DIR: join(folder, 'storage') } : {}),
    UPLOAD_DIR: join(folder, 'uploads'),
    JWT_SECRET: 'a secret for tests, of more than 32 characters',
    LOG_LEVEL: 'silent',
    DEMO: true,
    ...NO_LIMITS,
    ...given,
  });
  const app = await createApp(env);
  await listenApp(app, { HOST: env.HOST, PORT: 0 });
  const url = await app.getUrl();
  const matchesDescription = matchDescription(app);
  const visitor = supertest.agent(url).use(matchesDescription);

  return {
    app,
    env,
    url,
    /** Sends requests without a token. */
    visitor,
    database: app.get<DataSource>(getDataSourceToken()),
    jobs: app.get(JobQueue),
    storage: await openStorage(env),
    /** Signs in; the agent it returns sends requests as the administrator. */
    async signIn() {
      const { email, password } = DEMO_ACCOUNT;
      const { body } = await visitor.post('/api/auth/login').send({ email, password }).expect(200);
      return supertest.agent(url).use(matchesDescription).set('authorization', `Bearer ${body.token}`);
    },
    /** The names of all files of storage and uploads. */
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    async stop({ drainFor = 0 } = {}) {
      await closeApp(app, { drainFor });
      await testDatabase.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns a function that deletes files created after this call */
function trackFiles(root: string): () => void {
  const list = () => readdirSync(root, { recursive: true, encoding: 'utf8' });
  const known = new Set(list());
  return () => {
    for (const path of list()) if (!known.has(path)) rmSync(join(root, path), { recursive: true, force: true });
  };
}
