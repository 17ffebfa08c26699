import { createRequire } from 'node:module';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './projects.mjs';
import { runProgram } from './run-program.mjs';

/**
 * Runs targets through Nx, which skips unchanged projects, and prints the output of failures.
 *
 * @param {string[]} targets e.g. `['lint', 'test']`
 * @param {object} options
 * @param {string[]} [options.projects] only these
 * @param {number} [options.parallel] how many at once
 * @param {(task: FinishedTask) => void} options.onFinished called after each task
 * @returns {Promise<boolean>} whether all succeeded
 *
 * @typedef {object} FinishedTask
 * @property {string} project
 * @property {string} target
 * @property {boolean} succeeded
 * @property {boolean} cached Whether the result comes from the cache.
 */
export async function runTargets(targets, { projects = [], parallel = 2, onFinished }) {
  const nx = createRequire(import.meta.url).resolve('nx/bin/nx.js');
  const args = [nx, 'run-many', '--targets', targets.join(','), `--parallel=${parallel}`];
  if (projects.length > 0) args.push(`--projects=${projects.join(',')}`);
  const env = {
    ...process.env,
    NX_DAEMON: 'false',
    // `.env` may hold the settings of containers (docs/operations.md).
    NX_LOAD_DOT_ENV_FILES: 'false',
    // Log groups of GitHub Actions would hide the headings from the filter.
    NX_SKIP_LOG_GROUPING: 'true',
    NX_TUI: 'false',
    ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
  };
  const { code } = await runProgram(process.execPath, args, { cwd: ROOT, env, onLine: outputFilter(onFinished) });
  return code === 0;
}

/** Nx prints a tick for a successful task, and the output of a failed one below a heading. */
function outputFilter(onFinished) {
  let showing = false;
  let wasBlank = false;
  return (line) => {
    const plain = stripVTControlCharacters(line);
    const tick = /^✔\s+nx run ([^:]+):(\S+)(?:\s+(\[.+\]))?$/.exec(plain);
    const heading = /^> nx run ([^:]+):(\S+)/.exec(plain);
    const task = tick ?? heading;
    if (task) {
      showing = task === heading;
      // Nx quotes names with a colon.
      const target = task[2].replaceAll('"', '');
      onFinished({ project: task[1], target, succeeded: task === tick, cached: tick?.[3] !== undefined });
      return;
    }
    if (/^ NX {3}/.test(plain)) showing = !/^ NX {3}(Running|Successfully ran) /.test(plain);
    if (!showing || isNoise(plain)) return;
    const isBlank = plain.trim() === '';
    if (!isBlank || !wasBlank) console.log(process.stdout.isTTY ? line : plain);
    wasBlank = isBlank;
  };
}

/** Messages of npm around a script. */
function isNoise(plain) {
  return /^npm (warn|error|notice) |^> (@portfolio\/\S+@|portfolio@|node \S*tools\/run-jest|oxlint|oxfmt) ?/.test(
    plain,
  );
}
