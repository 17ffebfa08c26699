// npm run check: lint, format, types, builds, licences and known holes; no tests. Nx skips what has not changed.
// Only Node's own modules may be imported before installOrEnd(): a fresh clone has no node_modules.
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

// The longest first: what is left at the end is short enough to fill both cores.
const targets = ['lint:rules', 'format:check', 'lint:types', 'typecheck', 'build'];
const [statics, audited] = await Promise.all([
  runTargets(targets, { onFinished: finished }),
  // Always anew: what is known of packages changes while they do not. It waits for the network.
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
