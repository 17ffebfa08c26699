import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end and forwards stop signals to it. After one, this process ends with 128 + its number.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {object} options
 * @param {string} options.cwd
 * @param {NodeJS.ProcessEnv} options.env
 * @param {(line: string) => void} [options.onLine] called with each printed line
 * @returns {Promise<{ code: number | null, output: string }>}
 * @throws {Error} when the program cannot be run
 */
export async function runProgram(command, args, { cwd, env, onLine }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stopSignal;
  const stop = (signal) => {
    stopSignal ??= signal;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    if (onLine) createInterface({ input: stream }).on('line', onLine);
    else stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  try {
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    if (stopSignal) process.exit(128 + constants.signals[stopSignal]);
    return { code, output };
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
