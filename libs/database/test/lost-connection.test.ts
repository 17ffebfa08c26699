import { Socket } from 'node:net';
import { expect, it, jest } from '@jest/globals';
import { createTestDatabase, startCrashingPostgres } from '@portfolio/testing';
import { createDataSource, NO_LIMITS } from '../src/data-source.ts';

it('createDataSource rejects when the server dies during the handshake', async () => {
  const server = await startCrashingPostgres();

  await expect(createDataSource({ url: server.url }).initialize()).rejects.toThrow();

  server.close();
});

it('a connection without limits sends TCP keep-alives while it is idle', async () => {
  const database = await createTestDatabase();
  const setKeepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');

  const dataSource = await createDataSource({ url: database.url, limits: NO_LIMITS }).initialize();

  expect(setKeepAlive).toHaveBeenCalledWith(true, 60_000);
  setKeepAlive.mockRestore();
  await dataSource.destroy();
  await database.drop();
});
