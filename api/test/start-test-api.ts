import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDataSourceToken } from '@nestjs/typeorm';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { JobQueue, prepareQueue, queueBackend } from '@portfolio/jobs';
import { openStorage } from '@portfolio/storage';
import { createTestDatabase } from '@portfolio/testing';
import supertest from 'supertest';
import type { DataSource } from 'typeorm';
import { closeApp } from '../src/close-app.ts';
import { createApp } from '../src/create-app.ts';
import { ApiEnv } from '../src/env.ts';
import { answersAsDescribed } from './described-answers.ts';

/** Tests ask more often than people do; those of the limits set their own. */
const NO_LIMITS = {
  LIMIT_COMMENTS: 1_000_000,
  LIMIT_MESSAGES: 1_000_000,
  LIMIT_POSTS_PER_MINUTE: 1_000_000,
  LIMIT_SIGN_INS: 1_000_000,
  LIMIT_SIGN_INS_PER_ACCOUNT: 1_000_000,
  LIMIT_LOGS_PER_MINUTE: 1_000_000,
};

/**
 * Starts the real api in demo mode, on a database and a storage of its own. What `visitor` and the administrator are
 * answered has to be as the API describes itself, or their test fails.
 */
export async function startTestApi(given: Partial<ApiEnv> = {}) {
  const testDatabase = await createTestDatabase();
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
  await prepareQueue(queueBackend({ databaseUrl: env.DATABASE_URL }));
  const app = await createApp(env);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const judge = answersAsDescribed(app);
  const visitor = supertest.agent(url).use(judge);

  return {
    app,
    env,
    url,
    /** Asks as anybody may. */
    visitor,
    database: app.get<DataSource>(getDataSourceToken()),
    jobs: app.get(JobQueue),
    storage: await openStorage(env),
    /** Signs in and asks as the administrator from then on. */
    async signIn() {
      const { email, password } = DEMO_ACCOUNT;
      const { body } = await visitor.post('/api/auth/login').send({ email, password }).expect(200);
      return supertest.agent(url).use(judge).set('authorization', `Bearer ${body.token}`);
    },
    /** Every file of storage and uploads, wherever it lies. */
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

export type TestApi = Awaited<ReturnType<typeof startTestApi>>;
