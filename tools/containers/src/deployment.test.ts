import { expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
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
