import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BareAnswer, BareOrder } from './bare-loop.ts';
import { childEnv } from '../env.ts';

/** The bare loop, in its process. */
export class Bare {
  private readonly child: ChildProcess = fork(join(import.meta.dirname, 'bare-loop.ts'), {
    env: childEnv({ MALLOC_ARENA_MAX: '2' }),
  });

  async make(order: BareOrder): Promise<BareAnswer> {
    const settled = new AbortController();
    const answer = once(this.child, 'message', settled) as Promise<[BareAnswer]>;
    const end = once(this.child, 'exit', settled).then((): never => {
      throw new Error('The bare loop ended before it was done');
    });
    // Whichever is waited for no longer says so.
    for (const one of [answer, end]) one.catch(() => undefined);
    this.child.send(order);
    try {
      return (await Promise.race([answer, end]))[0];
    } finally {
      settled.abort();
    }
  }

  async stop(): Promise<void> {
    const end = once(this.child, 'exit');
    this.child.disconnect();
    await end;
  }
}
