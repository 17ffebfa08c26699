import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const loader = fileURLToPath(new URL('../../../tools/run-typescript.mjs', import.meta.url));
const source = new URL('../src/index.ts', import.meta.url).href;

export interface Child {
  process: ChildProcess;
  output: () => string;
  messages: unknown[];
  /** Status, or the signal that ended it. */
  ended: Promise<number | string>;
  /** Waits until it has written this. */
  says(text: string): Promise<void>;
}

const children: ChildProcess[] = [];

interface ChildOptions {
  ipc?: boolean;
  env?: Record<string, string>;
  /** A file, or what becomes of the other end of a pipe. */
  stdout?: number | 'read' | 'unread' | 'closed';
}

/** Runs a script that finds this library's exports as `lifecycle`, in a process of its own. */
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
  for (const stream of streams) stream.setEncoding('utf8').on('data', (part) => (text += part));
  child.on('message', (message) => messages.push(message));
  // Not 'close', which never comes after disconnect().
  const ended = Promise.all([once(child, 'exit'), ...streams.map((stream) => once(stream, 'end'))]).then(
    ([[status, signal]]) => (status ?? signal) as number | string,
  );
  return {
    process: child,
    output: () => text,
    messages,
    ended,
    async says(wanted) {
      while (!text.includes(wanted)) {
        if (child.exitCode !== null) throw new Error(`ended before it said "${wanted}": ${text}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}

export function endChildren(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}
