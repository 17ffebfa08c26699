/** Questions of those who ask at the same moment, and the way to answer them. */
interface Waiting<Q, A> {
  question: Q;
  answer(answer: A): void;
  fail(error: unknown): void;
}

/** Batches under way at once. */
const AT_ONCE = 3;
/** Questions of a batch. */
const MOST = 100;
/** Milliseconds after which a batch takes long, and holds up nobody any more. */
const PATIENCE = 10;

/**
 * Asks for many what they ask at the same moment. Whoever comes while others are being answered waits for the next batch:
 * no question is answered by what was found out before it was asked.
 */
export class Batcher<Q, A> {
  private waiting: Waiting<Q, A>[] = [];
  private underWay = 0;
  private isSoon = false;
  /** Begun with each batch. */
  private patience: NodeJS.Timeout | undefined;

  /** @param ask gives one answer for each question, in their order */
  constructor(private readonly ask: (questions: Q[]) => Promise<A[]>) {}

  load(question: Q): Promise<A> {
    return new Promise((answer, fail) => {
      this.waiting.push({ question, answer, fail });
      this.beginSoon();
    });
  }

  /** When all that has arrived meanwhile has been read from its connections. */
  private beginSoon(): void {
    if (this.isSoon || this.waiting.length === 0 || !this.mayBegin()) return;
    this.isSoon = true;
    setImmediate(() => {
      this.isSoon = false;
      void this.begin();
    });
  }

  /** One after the other, as fewer and larger batches cost less, but for those that need not or must not wait. */
  private mayBegin(): boolean {
    if (this.underWay === 0) return true;
    return this.underWay < AT_ONCE && (this.patience === undefined || this.waiting.length >= MOST);
  }

  private async begin(): Promise<void> {
    const batch = this.waiting.splice(0, MOST);
    if (batch.length === 0) return;
    this.underWay += 1;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      this.patience = undefined;
      this.beginSoon();
    }, PATIENCE).unref();
    this.beginSoon();
    try {
      const answers = await this.ask(batch.map(({ question }) => question));
      batch.forEach(({ answer }, index) => answer(answers[index] as A));
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
    this.underWay -= 1;
    this.beginSoon();
  }
}
