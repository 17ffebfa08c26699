import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import { withTempFolder } from '@portfolio/testing/temp-folder';
import { ROOT } from './site.ts';

it('a stop signal stops the database and deletes the temporary folder', () =>
  withTempFolder('stop', async (folder) => {
    const flags = ['--conditions=@portfolio/source', '--import', join(ROOT, 'tools/run-typescript.mjs')];
    const bench = spawn(process.execPath, [...flags, join(import.meta.dirname, 'main.ts'), 'api'], {
      ...{ env: { ...process.env, TMPDIR: folder }, stdio: 'ignore' },
    });
    const ended = once(bench, 'exit');
    const hasStarted = () =>
      readdirSync(folder).some((name) => existsSync(join(folder, name, 'postgres/supervisor.json')));
    await waitUntil(() => hasStarted() || bench.exitCode !== null);

    bench.kill('SIGTERM');

    expect(await ended).toEqual([1, null]);
    expect(readdirSync(folder)).toEqual([]);
  }));
