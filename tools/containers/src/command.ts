import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;
const PRINTED_LINES = 25;

export interface CommandOptions {
  cwd?: string;
  env: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Failed program; the message has the end of its output. */
export class CommandError extends Error {
  override name = 'CommandError';

  constructor(
    command: string,
    readonly output: string,
  ) {
    super(`${command} failed:\n${output.trim().split('\n').slice(-PRINTED_LINES).join('\n')}`);
  }
}

/** Runs a program. @returns its standard output. @throws CommandError */
export async function runCommand(program: string, args: string[], options: CommandOptions): Promise<string> {
  const { timeoutMs = 0, ...others } = options;
  try {
    const { stdout } = await execute(program, args, { ...others, timeout: timeoutMs, maxBuffer: MAX_OUTPUT_BYTES });
    return stdout.trim();
  } catch (error) {
    options.signal?.throwIfAborted();
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new CommandError([program, ...args].join(' '), stdout + stderr || message);
  }
}
