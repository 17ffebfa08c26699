import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../projects.mjs';

let clone;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'run-targets-'));
  for (const file of ['run-targets.mjs', 'projects.mjs', 'run-program.mjs']) {
    cpSync(join(ROOT, 'tools', file), join(clone, 'tools', file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  writeFileSync(join(clone, 'nx.json'), JSON.stringify({ analytics: false, neverConnectToCloud: true }));
});
afterEach(() => rmSync(clone, { recursive: true }));

it('prints the output of a failed target, on GitHub Actions too, and hides .env from it', () => {
  writeFileSync(join(clone, '.env'), 'ADMIN_EMAIL=you@example.com\n');
  writeFileSync(join(clone, 'fail.mjs'), 'console.log(`email: ${process.env.ADMIN_EMAIL}`);\nprocess.exit(1);\n');
  writeFileSync(
    join(clone, 'package.json'),
    JSON.stringify({ name: 'clone', scripts: { fail: 'node fail.mjs' }, nx: {} }),
  );
  const script = `import { runTargets } from './tools/run-targets.mjs';
    const finished = [];
    const succeeded = await runTargets(['fail'], { onFinished: (task) => finished.push(task) });
    console.log(JSON.stringify({ succeeded, finished }));`;

  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: clone,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, GITHUB_ACTIONS: 'true' },
  });

  const lines = output.trim().split('\n');
  expect(lines).toContain('email: undefined');
  const task = { project: 'clone', target: 'fail', succeeded: false, cached: false };
  expect(JSON.parse(lines.at(-1))).toEqual({ succeeded: false, finished: [task] });
});

it('no program is run after a stop signal, and the status is that of the signal', async () => {
  const script = `import { runProgram } from './tools/run-program.mjs';
    const hang = 'console.log("runs"); setInterval(() => {}, 1_000)';
    await runProgram(process.execPath, ['-e', hang], { cwd: '.', env: {}, onLine: (line) => console.log(line) });
    console.log('next');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: clone });
  const closed = once(child, 'close');
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  await once(child.stdout, 'data');

  child.kill('SIGTERM');

  expect(await closed).toEqual([143, null]);
  expect(output).toBe('runs\n');
});

it.each([
  ['both the targets and the audit', false],
  ['the audit, after the targets,', true],
])('a stop signal ends %s of npm run check', async (_, isAfterTargets) => {
  cpSync(join(ROOT, 'tools/check.mjs'), join(clone, 'tools/check.mjs'));
  const hang = 'setTimeout(() => console.log(`runs on`), 10_000);';
  const stubs = {
    bootstrap: 'export const installOrExit = async () => {};',
    totals: "export const sentence = () => '';",
    'run-targets': isAfterTargets
      ? `export const runTargets = async () => { console.log('lint'); return true; };`
      : `import { runProgram } from './run-program.mjs';
      export const runTargets = () => runProgram(process.execPath, ['-e', ${JSON.stringify(`console.log('lint'); ${hang}`)}],
        { cwd: '.', env: {}, onLine: (line) => console.log(line) });`,
    audit: `console.log('audit'); ${hang}`,
  };
  for (const [name, text] of Object.entries(stubs)) writeFileSync(join(clone, `tools/${name}.mjs`), text);
  const child = spawn(process.execPath, ['tools/check.mjs'], { cwd: clone });
  const closed = once(child, 'close');
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  while (!/lint[^]*audit|audit[^]*lint/.test(output)) await once(child.stdout, 'data');

  child.kill('SIGTERM');

  // The output closes when all have ended.
  expect(await closed).toEqual([143, null]);
  expect(output).not.toMatch(/runs on|failed/);
});
