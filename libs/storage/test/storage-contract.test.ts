import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startS3, type TestS3 } from '@portfolio/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { openStorage } from '../src/open-storage.ts';
import { storageContract } from './storage-contract.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

const media = {
  disk: async () => {
    const root = await mkdtemp(join(tmpdir(), 'storage-test-'));
    // Missing, as on a first start.
    const storage = await openStorage({ STORAGE_DIR: join(root, 'media') });
    return { storage, remove: () => rm(root, { recursive: true, force: true }) };
  },
  S3: async () => ({
    storage: await openStorage({ ...s3.env, S3_PREFIX: randomUUID() }),
    remove: async () => undefined,
  }),
};

describe.each(Object.entries(media))('storage on %s', (_, make) => storageContract(make));
