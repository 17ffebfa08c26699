// npm run check: lint, format, types, builds, licences and known holes, unit and API tests. Nx skips what has not changed since it last succeeded.
// Only Node's own modules may be imported before installOrEnd(): a fresh clone has no node_modules.
import { runAudit } from './audit/run-audit.mjs';
import { installOrEnd } from './install-or-end.mjs';
import { JOURNEY, testedProjects } from './projects.mjs';
import { runTargets } from './run-targets.mjs';
import { Totals } from './totals.mjs';

await installOrEnd();
const totals = new Totals(testedProjects().filter(({ name }) => name !== JOURNEY));

const succeeded = {};
const statics = await runTargets(['lint', 'format:check', 'typecheck', 'build'], {
  onFinished(task) {
    totals.finished(task);
    if (task.succeeded) succeeded[task.target] = (succeeded[task.target] ?? 0) + 1;
  },
});
for (const [target, count] of Object.entries(succeeded)) console.log(`✔ ${target.padEnd(16)} ${count} succeeded`);

// Always anew: what is known of packages changes while they do not.
const audited = await runAudit();
totals.finished({ project: 'portfolio', target: 'audit', succeeded: audited });

const tests = await runTargets(['test'], { exclude: [JOURNEY], onFinished: totals.finished });

process.exitCode = totals.print() && statics && audited && tests ? 0 : 1;
