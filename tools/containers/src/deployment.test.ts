import { expect, it } from '@jest/globals';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOptions } from './command.ts';
import { Deployment } from './deployment.ts';
import type { Engine } from './engine.ts';

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
