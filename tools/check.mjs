// npm run check: lint with types, format, builds, licences and known vulnerabilities; no tests. Nx skips unchanged projects.
// Imports only modules of Node before installOrExit(): a fresh clone has no node_modules.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { installOrExit } from './bootstrap.mjs';
import { ROOT } from './projects.mjs';
import { runTargets } from './run-targets.mjs';
import { sentence } from './totals.mjs';

await installOrExit(sentence({ passed: 0, failed: 1 }));

const succeeded = {};
const faults = [];
const finished = ({ project, target, succeeded: isDone }) => {
  if (isDone) succeeded[target] = (succeeded[target] ?? 0) + 1;
  else faults.push(`${project}: ${target} failed.`);
};

// Longest first, so that short targets fill both cores at the end.
const targets = ['lint', 'build', 'format:check'];
const audit = spawn(process.execPath, [join(ROOT, 'tools/audit.mjs')], {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit'],
});
let stopSignal;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopSignal ??= signal;
    audit.kill(signal);
  });
}
const [statics, [auditStatus]] = await Promise.all([
  runTargets(targets, { onFinished: finished }),
  // Never cached: new vulnerabilities appear without a change. It waits for the network.
  once(audit, 'close'),
]);
if (stopSignal) process.exit(128 + constants.signals[stopSignal]);
finished({ project: 'portfolio', target: 'audit', succeeded: auditStatus === 0 });
if (!statics && faults.length === 0) faults.push('Nx failed.');

for (const [target, count] of Object.entries(succeeded)) console.log(`✔ ${target.padEnd(16)} ${count} succeeded`);
console.log();
for (const fault of faults) console.log(fault);
const passed = Object.values(succeeded).reduce((sum, count) => sum + count, 0);
console.log(sentence({ passed, failed: faults.length }));
process.exitCode = statics && auditStatus === 0 ? 0 : 1;
