import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { treeMemory } from '../src/process-stats.ts';

it('treeMemory counts the memory of child processes', async () => {
  const script = `const buffer = Buffer.alloc(100 * 1024 ** 2, 1); console.log(buffer.length); setInterval(() => buffer, 1000)`;
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" -e "${script}" & wait`], { detached: true });
  try {
    await once(shell.stdout, 'data');

    expect(treeMemory(shell.pid!)).toBeGreaterThan(100);
    expect(treeMemory(shell.pid!)).toBeLessThan(250);
  } finally {
    process.kill(-shell.pid!, 'SIGKILL');
  }
  await once(shell, 'close');
  expect(() => treeMemory(shell.pid!)).toThrow('no process');
});
