/** Running process, or anything else with an end. */
export interface Stoppable {
  stop(): Promise<void>;
}

/** Stages in the order of stopping: clients before the servers that they use. */
const ORDER = ['web', 'api', 'worker', 'database'] as const;
export type Stage = (typeof ORDER)[number];

/** Running processes of a site, stopped stage by stage. */
export class Stages {
  private readonly entries: { stage: Stage; started: Promise<Stoppable> }[] = [];
  private stopping = false;

  get isStopping(): boolean {
    return this.stopping;
  }

  /** Registers a process before its start has finished. @throws Error while the site stops */
  async start<T extends Stoppable>(stage: Stage, start: () => T | Promise<T>): Promise<T> {
    if (this.stopping) throw new Error('the site is being stopped');
    const started = Promise.resolve().then(start);
    this.entries.push({ stage, started });
    return started;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    for (const stage of ORDER) {
      const entries = this.entries.filter((entry) => entry.stage === stage);
      // The caller of start() has received the error of a failed start.
      await Promise.all(entries.map(({ started }) => started.then((running) => running.stop()).catch(() => undefined)));
    }
  }
}
