/** Questions of those who ask at the same moment, and the way to answer them. */
interface Waiting<Q, A> {
  question: Q;
  answer(answer: A): void;
  fail(error: unknown): void;
}

/** Batches under way at once. One that takes long must not hold up everybody. */
const AT_ONCE = 3;
/** Questions of a batch. */
const MOST = 100;

/**
 * Asks for many what they ask at the same moment. Whoever comes while others are being answered waits for the next batch:
 * no question is answered by what was found out before it was asked.
 */
export class Together<Q, A> {
  private waiting: Waiting<Q, A>[] = [];
  private underWay = 0;
  private isSoon = false;

  /** @param ask gives one answer for each question, in their order */
  constructor(private readonly ask: (questions: Q[]) => Promise<A[]>) {}

  one(question: Q): Promise<A> {
    return new Promise((answer, fail) => {
      this.waiting.push({ question, answer, fail });
      this.beginSoon();
    });
  }

  /** When all that has arrived meanwhile has been read from its connections. */
  private beginSoon(): void {
    if (this.isSoon || this.underWay >= AT_ONCE) return;
    this.isSoon = true;
    setImmediate(() => {
      this.isSoon = false;
      void this.begin();
    });
  }

  private async begin(): Promise<void> {
    const batch = this.waiting.splice(0, MOST);
    if (batch.length === 0) return;
    this.underWay += 1;
    if (this.waiting.length > 0) this.beginSoon();
    try {
      const answers = await this.ask(batch.map(({ question }) => question));
      batch.forEach(({ answer }, index) => answer(answers[index] as A));
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
    this.underWay -= 1;
    if (this.waiting.length > 0) this.beginSoon();
  }
}
