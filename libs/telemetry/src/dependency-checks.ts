/** Whether something that a process needs answers. */
export type Answer = 'up' | 'down';

export interface DependencyChecksOptions {
  /** Told why something does not answer. */
  onFault(name: string, error: unknown): void;
  /** Milliseconds that each has to answer. */
  patience?: number;
}

/** Milliseconds that a part has to answer, unless told. */
const PATIENCE = 3_000;
/** Milliseconds for which an answer stands: asking is free for anybody, and a check may write a file. */
const FRESH = 1_000;

/** Asks everything that a process depends on whether it is there: all at once, and however many ask, once a second. */
export class DependencyChecks<Name extends string> {
  private latest: { at: number; answers: Promise<Record<Name, Answer>> } | undefined;

  /** @param checks each rejects where it gets no answer */
  constructor(
    private readonly checks: Record<Name, () => Promise<unknown>>,
    private readonly options: DependencyChecksOptions,
  ) {}

  /** How it is now, or was a moment ago. */
  check(): Promise<Record<Name, Answer>> {
    if (!this.latest || performance.now() - this.latest.at > FRESH) {
      this.latest = { at: performance.now(), answers: this.look() };
    }
    return this.latest.answers;
  }

  private async look(): Promise<Record<Name, Answer>> {
    const names = Object.keys(this.checks) as Name[];
    const answers = await Promise.all(names.map(async (name) => [name, await this.ask(name)] as const));
    return Object.fromEntries(answers) as Record<Name, Answer>;
  }

  private async ask(name: Name): Promise<Answer> {
    const { patience = PATIENCE, onFault } = this.options;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), patience);
    });
    try {
      await Promise.race([this.checks[name](), late]);
      return 'up';
    } catch (error) {
      onFault(name, error);
      return 'down';
    } finally {
      clearTimeout(timer);
    }
  }
}
