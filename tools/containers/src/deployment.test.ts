import { expect, it } from '@jest/globals';
import { cpSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from './deployment.ts';
import type { CommandOptions, Engine } from './engine.ts';
import { keepIpv6Addresses } from './steps/gateway.ts';
import { useManagedServices } from './steps/managed.ts';

it('a deployment whose preparation failed is removed', async () => {
  const folders: (string | undefined)[] = [];
  const run = async (_program: string, _args: string[], { cwd = '' }: Partial<CommandOptions> = {}) => {
    folders.push(existsSync(cwd) ? cwd : undefined);
    return '';
  };
  const site = await Deployment.create({ run } as Engine, new AbortController().signal);

  await site.remove();

  expect(folders).toEqual([site.tree, site.tree]);
  expect(existsSync(site.folder)).toBe(false);
});

it('withEnv writes a removed .env back for its owner only', async () => {
  const site = await Deployment.create({} as Engine, new AbortController().signal);
  const file = join(site.tree, '.env');
  site.configure({ VERSION: 'version' });

  await site.withEnv(undefined, async () => expect(existsSync(file)).toBe(false));

  expect(site.setting('VERSION')).toBe('version');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(site.folder, { recursive: true });
});

it('without images there are no versions', async () => {
  const site = await Deployment.create({ run: async () => '' } as unknown as Engine, new AbortController().signal);

  expect(await site.versions()).toEqual([]);

  rmSync(site.folder, { recursive: true });
});

it.each([
  ['killed', '#!/bin/sh\nkill -KILL $$\n', /^\S+ ended with SIGKILL\.$/],
  ['not executable', 'text', /EACCES/],
])('runUntil reports a program that is %s', async (_, text, message) => {
  const site = await Deployment.create({ env: {} } as Engine, new AbortController().signal);
  const program = join(site.folder, 'program');
  writeFileSync(program, text, { mode: text.startsWith('#!') ? 0o700 : 0o600 });
  let isOver = false;

  await expect(site.runUntil(async () => isOver, program)).rejects.toThrow(message);

  isOver = true;
  rmSync(site.folder, { recursive: true });
});

it.each([
  ['containers', useManagedServices, 'compose', ['rm', '--force', 'id', 'id']],
  ['its network', keepIpv6Addresses, 'run', ['network', 'rm', 'portfolio-check-visitor']],
])('a step that a stop signal ends removes %s', async (_, step, stopAt, removal) => {
  const stop = new AbortController();
  const removed: string[][] = [];
  const run = async (_program: string, args: string[], { signal }: Partial<CommandOptions> = {}) => {
    if (args[0] === stopAt) stop.abort();
    signal?.throwIfAborted();
    if (args.includes('rm')) removed.push(args);
    return 'id';
  };
  const docker = (args: string[]) => run('docker', args);
  const site = await Deployment.create({ run, docker } as unknown as Engine, stop.signal);
  for (const name of ['Dockerfile', 'docker-compose.yml']) {
    cpSync(join(import.meta.dirname, '../../..', name), join(site.tree, name));
  }
  site.configure({ VERSION: 'version' });

  await expect(step(site)).rejects.toThrow('aborted');

  expect(removed).toEqual([removal]);
  rmSync(site.folder, { recursive: true });
});
