import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answer } from './answer.ts';

export interface BareServer {
  origin: string;
  stop(): void;
}

/** Starts the bare server that sends these answers. */
export async function startBareServer(answers: Record<string, Answer>): Promise<BareServer> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'));
  child.send(answers);
  const [port] = (await once(child, 'message')) as [number];
  return { origin: `http://localhost:${port}`, stop: () => child.disconnect() };
}
