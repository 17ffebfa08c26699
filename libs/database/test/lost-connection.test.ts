import { expect, it } from '@jest/globals';
import { startDyingPostgres } from '@portfolio/testing';
import { createDataSource } from '../src/data-source.ts';

it('survives a server that dies in the moment of its welcome', async () => {
  const server = await startDyingPostgres();

  await expect(createDataSource({ url: server.url }).initialize()).rejects.toThrow();

  server.close();
});
