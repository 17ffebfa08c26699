import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BareOrder } from './bare-server.ts';

export interface BareChild {
  origin: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

export async function startBare(order: BareOrder): Promise<BareChild> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), [], { env: { NODE_ENV: 'production' } });
  const ended = once(child, 'exit');
  child.send(order);
  const [port] = (await once(child, 'message')) as [number];
  const stop = async () => {
    child.disconnect();
    await ended;
  };
  return { origin: `http://127.0.0.1:${port}`, child, stop };
}
