import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processIdentity } from '@portfolio/lifecycle';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import { RUN_SOURCES } from '@portfolio/testing/repository';
import { withTempFolder } from '@portfolio/testing/temp-folder';

it('a stop signal, even a repeated one, stops the database and deletes the temporary folder', () =>
  withTempFolder('stop', async (folder) => {
    const bench = spawn(process.execPath, [...RUN_SOURCES, join(import.meta.dirname, 'main.ts'), 'api'], {
      ...{ env: { ...process.env, TMPDIR: folder }, stdio: 'ignore' },
    });
    const ended = once(bench, 'exit');
    let dataDir = '';
    await waitUntil(() => {
      dataDir = join(folder, readdirSync(folder)[0] ?? '', 'postgres');
      return existsSync(join(dataDir, 'supervisor.json')) || bench.exitCode !== null;
    });
    const postmaster = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    expect(processIdentity(postmaster)).toBeDefined();

    bench.kill('SIGTERM');
    // tools/dev-tool.mjs forwards a signal that the whole process group has received.
    setTimeout(() => bench.kill('SIGTERM'), 50);

    expect(await ended).toEqual([143, null]);
    expect(processIdentity(postmaster)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  }));
