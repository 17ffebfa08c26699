import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import { ROOT, RUN_SOURCES } from '@portfolio/testing/repository';
import { withTempFolder } from '@portfolio/testing/temp-folder';

it('Playwright leaves SIGINT to the bench', () =>
  withTempFolder('browser', async (folder) => {
    const started = join(folder, 'started');
    const CHROME_PATH = join(folder, 'chromium');
    await writeFile(CHROME_PATH, `#!${process.execPath}\n${fakeBrowser(started)}`, { mode: 0o755 });
    const script = `
      import { launchBrowser } from '${join(ROOT, 'e2e/src/browser.ts')}';
      process.once('SIGINT', () => setTimeout(() => process.exit(3), 1_000));
      await launchBrowser({ handleSIGINT: false });`;
    const bench = spawn(process.execPath, [...RUN_SOURCES, '--input-type=module', '-e', script], {
      env: { ...process.env, CHROME_PATH },
      stdio: 'ignore',
    });
    const ended = once(bench, 'exit');
    await waitUntil(() => existsSync(started) || bench.exitCode !== null);

    bench.kill('SIGINT');

    expect(await ended).toEqual([3, null]);
  }));

/** Program that reads Playwright's commands from its pipe and exits at `Browser.close`. */
const fakeBrowser = (started: string) => `
  const { createReadStream, writeFileSync } = require('node:fs');
  createReadStream('', { fd: 3 }).on('data', (commands) => {
    writeFileSync('${started}', '');
    if (commands.includes('Browser.close')) process.exit();
  });`;
