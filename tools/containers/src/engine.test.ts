import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { plainEnv, waitUntil } from '@portfolio/lifecycle/supervisor';

const SCRIPT = join(import.meta.dirname, '../engine.sh');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-'));
  const script = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `#!/bin/sh\n${text}\n`, { mode: 0o700 });
  };
  script('root/usr/sbin/dockerd', `echo $$ > '${folder}/pid'; exec /bin/sleep 60`);
  script(
    'root/usr/bin/docker',
    `while [ ! -s '${folder}/pid' ]; do /bin/sleep 0.02; done; echo > '${folder}/asked'; exit 1`,
  );
  // Sixty pauses of the script.
  script('bin/sleep', '');
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = (path: string) =>
  spawn(SCRIPT, ['start', folder], { env: { ...plainEnv(), PATH: path }, stdio: 'ignore' });
const isRunning = () => existsSync(`/proc/${readFileSync(join(folder, 'pid'), 'utf8').trim()}`);

it('a start that fails leaves no engine behind', async () => {
  const [status] = await once(start(`${folder}/bin:${process.env.PATH}`), 'exit');

  expect(status).toBe(1);
  expect(isRunning()).toBe(false);
});

it('a start that is interrupted leaves no engine behind', async () => {
  const script = start(process.env.PATH!);
  const ended = once(script, 'exit');
  await waitUntil(() => existsSync(join(folder, 'asked')));

  script.kill('SIGTERM');

  expect(await ended).toEqual([1, null]);
  expect(isRunning()).toBe(false);
});
