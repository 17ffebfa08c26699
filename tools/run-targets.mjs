import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './projects.mjs';

/**
 * Runs targets through Nx, which skips what has not changed, and shows the output of what failed alone.
 *
 * @param {string[]} targets e.g. `['lint', 'test']`
 * @param {object} options
 * @param {string[]} [options.projects] only these
 * @param {string[]} [options.exclude] all but these
 * @param {number} [options.parallel] how many at once
 * @param {(task: FinishedTask) => void} options.onFinished told of each task as it ends
 * @returns {Promise<boolean>} whether all succeeded
 *
 * @typedef {object} FinishedTask
 * @property {string} project
 * @property {string} target
 * @property {boolean} succeeded
 * @property {boolean} cached Whether the result is that of an earlier run of the very same files.
 */
export async function runTargets(targets, { projects = [], exclude = [], parallel = 2, onFinished }) {
  const nx = createRequire(import.meta.url).resolve('nx/bin/nx.js');
  const args = [nx, 'run-many', '--targets', targets.join(','), `--parallel=${parallel}`];
  if (projects.length > 0) args.push(`--projects=${projects.join(',')}`);
  if (exclude.length > 0) args.push(`--exclude=${exclude.join(',')}`);
  const env = {
    ...process.env,
    NX_DAEMON: 'false',
    NX_TUI: 'false',
    ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
  };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });

  const forward = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const show = outputFilter(onFinished);
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', show);
  const code = await ended;
  for (const signal of SIGNALS) process.off(signal, forward);
  return code === 0;
}

const SIGNALS = ['SIGINT', 'SIGTERM'];

/** Nx prints a tick for what succeeded and everything for what failed, each below its own heading. */
function outputFilter(onFinished) {
  let showing = false;
  return (line) => {
    const plain = stripVTControlCharacters(line);
    const tick = /^✔\s+nx run ([^:]+):(\S+)(?:\s+(\[.+\]))?$/.exec(plain);
    const heading = /^(?:✖\s+|> )nx run ([^:]+):(\S+)/.exec(plain);
    if (tick) {
      showing = false;
      onFinished({ project: tick[1], target: tick[2], succeeded: true, cached: tick[3] !== undefined });
    } else if (heading) {
      showing = true;
      onFinished({ project: heading[1], target: heading[2], succeeded: false, cached: false });
    } else if (/^ NX {3}/.test(plain)) {
      showing = !/^ NX {3}(Running|Successfully ran) /.test(plain);
      if (showing) console.log(line);
    } else if (
      showing &&
      !/^npm (warn|error|notice) |^> (@portfolio\/|portfolio@|node |eslint |prettier )/.test(plain)
    ) {
      console.log(line);
    }
  };
}
