import { expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { describeWithRedis, startRedis } from '../src/index.ts';

describeWithRedis('a Redis server for a test', () => {
  it('answers until it is stopped', async () => {
    const redis = await startRedis();
    const port = Number(new URL(redis?.url ?? '').port);

    expect(await isOpen(port)).toBe(true);
    await redis?.stop();
    expect(await isOpen(port)).toBe(false);
  });
});

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
