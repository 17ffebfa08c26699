import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const loader = fileURLToPath(new URL('../../../tools/run-typescript.mjs', import.meta.url));
const source = new URL('../src/index.ts', import.meta.url).href;

export interface Child {
  process: ChildProcess;
  output: () => string;
  messages: unknown[];
  /** Exit status, or the signal that killed it. */
  ended: Promise<number | string>;
  /** Waits for this output. */
  prints(text: string): Promise<void>;
}

const children: ChildProcess[] = [];

interface ChildOptions {
  ipc?: boolean;
  env?: Record<string, string>;
  /** A file descriptor, or how the test treats the pipe. */
  stdout?: number | 'read' | 'unread' | 'closed';
}

/** Runs a script in a child process, with this library's exports as `lifecycle`. */
export function startChild(script: string, { ipc = true, env = {}, stdout = 'read' }: ChildOptions = {}): Child {
  const child = spawn(
    process.execPath,
    ['--import', loader, '--input-type=module', '-e', `import * as lifecycle from '${source}';\n${script}`],
    {
      stdio: ['ignore', typeof stdout === 'number' ? stdout : 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
      env: { PATH: process.env.PATH, ...env },
    },
  );
  children.push(child);
  let text = '';
  const messages: unknown[] = [];
  if (stdout === 'closed') child.stdout?.destroy();
  const streams = [stdout === 'read' ? child.stdout : null, child.stderr].filter((stream) => stream !== null);
  for (const stream of streams) stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  child.on('message', (message) => messages.push(message));
  // After disconnect() there is no 'close' event.
  const ended = Promise.all([once(child, 'exit'), ...streams.map((stream) => once(stream, 'end'))]).then(
    ([[status, signal]]) => (status ?? signal) as number | string,
  );
  return {
    process: child,
    output: () => text,
    messages,
    ended,
    async prints(expected) {
      while (!text.includes(expected)) {
        if (child.exitCode !== null) throw new Error(`ended before it printed "${expected}": ${text}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}

export function endChildren(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}
