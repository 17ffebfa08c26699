import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Runs a command of the build, which starts in a quarter of the time of its sources.
 *
 * @param input standard input, which stays open as at a terminal
 */
export async function runBuiltCommand(
  name: 'admin' | 'backup' | 'migrate' | 'restore',
  args: string[],
  env: Record<string, string> = {},
  input = '',
) {
  const script = fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { env: { PATH: process.env.PATH, ...env } });
  const output = { out: '', errors: '' };
  child.stdout.on('data', (text: Buffer) => (output.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output.errors += text.toString()));
  child.stdin.on('error', () => undefined).write(input);
  const [status] = (await once(child, 'close')) as [number];
  return { ...output, status };
}
