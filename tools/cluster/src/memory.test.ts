import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { memoryOf } from './memory.ts';

it('counts what the children of a process hold', async () => {
  const holds = `const held = Buffer.alloc(100 * 1024 ** 2, 1); console.log(held.length); setInterval(() => held, 1000)`;
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" -e "${holds}" & wait`], { detached: true });
  try {
    await once(shell.stdout, 'data');

    expect(memoryOf(shell.pid!)).toBeGreaterThan(100);
    expect(memoryOf(shell.pid!)).toBeLessThan(250);
  } finally {
    process.kill(-shell.pid!, 'SIGKILL');
  }
  await once(shell, 'close');
  expect(() => memoryOf(shell.pid!)).toThrow('no process');
});
