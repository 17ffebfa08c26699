import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process that ends with this one. */
export interface TiedProcess {
  /** All that it has printed. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * The shell stops the process when its stdin closes, and that happens however this process ends: by itself, by an
 * exception or by kill -9.
 */
const SCRIPT = '"$@" & child=$!; cat; kill "$child"; wait "$child"; rm -rf "$HOME"';

export const newHome = () => mkdtempSync(join(tmpdir(), 'portfolio-browser-'));

/** @param env HOME is a new folder, removed when the process has ended */
export function spawnTied(command: string[], env: Record<string, string> = {}): TiedProcess {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'tied', ...command], {
    env: { ...process.env, HOME: env.HOME ?? newHome(), ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()));
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return {
    output: () => output,
    stop: () => {
      shell.stdin.end();
      return ended;
    },
  };
}
