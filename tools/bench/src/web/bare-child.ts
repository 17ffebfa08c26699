import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answer } from './answer.ts';
import type { Contender } from './load.ts';

export interface BareServer extends Contender {
  stop(): void;
}

/** A file, and with which headers it is sent: names and values in turn. */
export interface ServedFile {
  path: string;
  headers: string[];
}

/** Starts the bare server that sends these answers from memory. */
export const startBareServer = (answers: Record<string, Answer>) => start('bare-server.ts', answers);

/** Starts the bare server that streams these files from the disk. */
export const startStaticServer = (files: Record<string, ServedFile>) => start('static-server.ts', files);

async function start(script: string, told: object): Promise<BareServer> {
  const child = fork(join(import.meta.dirname, script));
  child.send(told);
  const [port] = (await once(child, 'message')) as [number];
  return {
    name: 'bare Node',
    origin: `http://localhost:${port}`,
    pids: [child.pid ?? 0],
    stop: () => child.disconnect(),
  };
}
