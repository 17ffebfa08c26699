/** A fault that is told to the person at the terminal in one sentence, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
  /** @param details lines that say more, such as the last ones of a log */
  constructor(
    message: string,
    readonly details: string[] = [],
  ) {
    super(message);
  }
}
