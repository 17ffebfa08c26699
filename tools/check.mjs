// npm run check: lint, format, types, builds, licences and known vulnerabilities; no tests. Nx skips unchanged projects.
// Imports only modules of Node before installOrEnd(): a fresh clone has no node_modules.
import { runAudit } from './audit/run-audit.mjs';
import { installOrEnd } from './install-or-end.mjs';
import { runTargets } from './run-targets.mjs';
import { sentence } from './totals.mjs';

await installOrEnd();

const succeeded = {};
const faults = [];
const finished = ({ project, target, succeeded: isDone }) => {
  if (isDone) succeeded[target] = (succeeded[target] ?? 0) + 1;
  else faults.push(`${project}: ${target} failed.`);
};

// Longest first, so that short targets fill both cores at the end.
const targets = ['lint:rules', 'format:check', 'lint:types', 'typecheck', 'build'];
const [statics, audited] = await Promise.all([
  runTargets(targets, { onFinished: finished }),
  // Never cached: new vulnerabilities appear without a change. It waits for the network.
  runAudit(),
]);
finished({ project: 'portfolio', target: 'audit', succeeded: audited });
if (!statics && faults.length === 0) faults.push('Nx failed.');

for (const [target, count] of Object.entries(succeeded)) console.log(`✔ ${target.padEnd(16)} ${count} succeeded`);
console.log();
for (const fault of faults) console.log(fault);
const passed = Object.values(succeeded).reduce((sum, count) => sum + count, 0);
console.log(sentence({ passed, failed: faults.length }));
process.exitCode = statics && audited ? 0 : 1;
