/** Something of the site that runs and can be stopped. */
export interface Stoppable {
  stop(): Promise<void>;
}

/** In the order of stopping: nothing is stopped while something still needs it. */
const ORDER = ['web', 'api', 'worker', 'database'] as const;
export type Stage = (typeof ORDER)[number];

/** Thrown at what would start something while the site is being stopped. */
export class StoppingError extends Error {
  override name = 'StoppingError';
}

/** All that runs, to be stopped in order, whatever has come up by then. */
export class Stages {
  private readonly members: { stage: Stage; member: Promise<Stoppable> }[] = [];
  private stopping = false;

  get isStopping(): boolean {
    return this.stopping;
  }

  /**
   * Takes charge of what is started, from before it has.
   *
   * @throws StoppingError where it should not be started any more
   */
  async start<T extends Stoppable>(stage: Stage, start: () => T | Promise<T>): Promise<T> {
    if (this.stopping) throw new StoppingError('the site is being stopped');
    const member = Promise.resolve().then(start);
    this.members.push({ stage, member });
    return member;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    for (const stage of ORDER) {
      const members = this.members.filter((entry) => entry.stage === stage);
      await Promise.all(
        members.map(async ({ member }) => {
          // What failed to start has nothing to stop, and has been told already.
          const started = await member.catch(() => undefined);
          await started?.stop();
        }),
      );
    }
  }
}
