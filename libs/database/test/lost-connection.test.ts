import { expect, it } from '@jest/globals';
import { startCrashingPostgres } from '@portfolio/testing';
import { createDataSource } from '../src/data-source.ts';

it('createDataSource rejects when the server dies during the handshake', async () => {
  const server = await startCrashingPostgres();

  await expect(createDataSource({ url: server.url }).initialize()).rejects.toThrow();

  server.close();
});
