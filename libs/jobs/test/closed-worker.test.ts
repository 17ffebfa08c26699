import { expect, it } from '@jest/globals';
import { describeWithRedis } from '@portfolio/testing';
import { Redis } from 'ioredis';
import { Bench, until } from './bench.ts';
import { redisMedium } from './medium.ts';

describeWithRedis('a worker that closes while Redis does not answer', () => {
  it('leaves no connection', async () => {
    const bench = new Bench(await redisMedium());
    const redis = new Redis(bench.medium.addresses.redisUrl!);
    const gate = bench.closedGate();
    const worker = await bench.work(() => gate.passed);
    await bench.render();
    await until(async () => bench.runs.length === 1);

    await redis.client('PAUSE', 6_000, 'ALL');
    gate.open();
    await Promise.all([worker.close(), bench.queue.close()]);

    const clients = async () => String(await redis.client('LIST')).trim().split('\n');
    await until(async () => (await clients()).length === 1);
    redis.disconnect();
    await bench.remove();
  });
});
