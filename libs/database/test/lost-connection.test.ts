import { expect, it } from '@jest/globals';
import { startDyingPostgres } from '@portfolio/testing';
import { createDataSource } from '../src/data-source.ts';

it('createDataSource rejects when the server dies during the handshake', async () => {
  const server = await startDyingPostgres();

  await expect(createDataSource({ url: server.url }).initialize()).rejects.toThrow();

  server.close();
});
