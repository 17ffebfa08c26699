import { setTimeout as wait } from 'node:timers/promises';
import { Part, type PartPlan } from './part.ts';
import type { StartError } from './start-error.ts';

/** Milliseconds before the first new start; each one that follows soon waits twice as long. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/** Milliseconds after which a part counts as one that runs, and the next pause is a short one again. */
const STEADY = 10_000;

/** Starts in a row that may fail, within how many milliseconds: what cannot be started at all needs a person. */
const FAILURES = 5;
const FAILURES_WITHIN = 60_000;

export interface SupervisedProcessOptions {
  plan: PartPlan;
  say(line: string): void;
  /** Told when the part cannot be brought back. */
  onDeath(error: StartError): void;
}

/** A part that is started again whenever it ends, unless it was asked to. */
export class SupervisedProcess {
  private part: Part;
  private startedAt = Date.now();
  private pause = FIRST_PAUSE;
  private failures: number[] = [];
  private readonly stopping = new AbortController();

  constructor(private readonly options: SupervisedProcessOptions) {
    this.part = new Part(options.plan);
  }

  /** Of its first start, which a person waits for. @throws StartError when it ends instead, or takes too long */
  async ready(): Promise<void> {
    await this.part.ready();
    void this.keep();
  }

  /** Asks it to stop, and kills it when it takes too long. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.part.stop();
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async keep(): Promise<void> {
    for (;;) {
      await this.part.ended;
      if (this.isStopping) return;
      const death = this.part.death();
      this.options.say(`${death.message.replace(/\.$/, '')}, and is started again.`);
      if (!(await this.bringBack())) return;
    }
  }

  /** @returns false where it was given up, or is not wanted any more */
  private async bringBack(): Promise<boolean> {
    if (Date.now() - this.startedAt > STEADY) this.pause = FIRST_PAUSE;
    for (;;) {
      await this.part.stop();
      await wait(this.pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      if (this.isStopping) return false;
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
      this.startedAt = Date.now();
      this.part = new Part(this.options.plan);
      try {
        await this.part.ready();
        this.failures = [];
        return true;
      } catch (error) {
        if (this.isStopping) return false;
        if (this.failsForGood()) {
          this.options.onDeath(error as StartError);
          return false;
        }
      }
    }
  }

  private failsForGood(): boolean {
    this.failures = [...this.failures, Date.now()].slice(-FAILURES);
    return this.failures.length === FAILURES && Date.now() - this.failures[0]! < FAILURES_WITHIN;
  }
}
