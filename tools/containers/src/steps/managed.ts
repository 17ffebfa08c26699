import assert from 'node:assert/strict';
import { freePort } from '@portfolio/lifecycle/supervisor';
import { baseImages } from '../base-images.ts';
import type { Deployment } from '../deployment.ts';
import { servePages } from './start.ts';

const PASSWORD = 'managed@/#';

/** A new site with PostgreSQL and Redis outside of compose, which then starts neither. */
export async function useManagedServices(site: Deployment): Promise<string[]> {
  // Address of this machine for containers.
  const host = await site.docker('network', 'inspect', '--format', '{{(index .IPAM.Config 0).Gateway}}', 'bridge');
  const [postgresPort, redisPort] = [String(await freePort()), String(await freePort())];
  const image = (name: string) => baseImages(site.tree).find((one) => one.startsWith(`${name}:`))!;
  const start = (...args: string[]) => site.docker('run', '--detach', '--rm', '--network', 'host', ...args);
  const account = ['--env', 'POSTGRES_USER=portfolio', '--env', `POSTGRES_PASSWORD=${PASSWORD}`];
  const postgres = ['--user', 'postgres', ...account, image('postgres')];
  const redis = [image('redis'), 'redis-server', '--bind', host, '--port', redisPort, '--save', ''];
  const containers: string[] = [];
  const managed = {
    ...{ DATABASE_URL: `postgres://portfolio@${host}:${postgresPort}/portfolio`, POSTGRES_PASSWORD: PASSWORD },
    ...{ REDIS_URL: `redis://${host}:${redisPort}`, POSTGRES_CONTAINERS: '0', REDIS_CONTAINERS: '0' },
  };
  const before = Object.fromEntries(Object.keys(managed).map((name) => [name, site.setting(name) ?? '']));
  try {
    const listening = ['-c', `listen_addresses=${host}`, '-c', `port=${postgresPort}`];
    containers.push(await start(...postgres, 'postgres', ...listening));
    containers.push(await start(...redis, '--maxmemory-policy', 'noeviction'));
    await site.compose('down');
    site.configure(managed);
    await site.run('deploy/roll', site.setting('VERSION')!);
    assert.deepEqual(await site.containers('postgres', 'redis'), []);
    await site.signIn();
    return await servePages(site);
  } finally {
    site.configure(before);
    // Also after a stop signal.
    if (containers.length > 0) await site.engine.docker(['rm', '--force', ...containers]);
  }
}
