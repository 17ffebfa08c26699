import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BareAnswer, BareOrder } from './bare-loop.ts';
import { childEnv } from './env.ts';

/** The bare loop, in its process. */
export class Bare {
  private readonly child: ChildProcess = fork(join(import.meta.dirname, 'bare-loop.ts'), {
    env: childEnv({ MALLOC_ARENA_MAX: '2' }),
  });

  async make(order: BareOrder): Promise<BareAnswer> {
    const answer = once(this.child, 'message') as Promise<[BareAnswer]>;
    const end = once(this.child, 'exit').then(() => {
      throw new Error('The bare loop ended before it was done');
    });
    this.child.send(order);
    return (await Promise.race([answer, end]))[0];
  }

  async stop(): Promise<void> {
    const end = once(this.child, 'exit');
    this.child.disconnect();
    await end;
  }
}
