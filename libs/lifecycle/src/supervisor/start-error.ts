/** Fault that the terminal shows as one sentence, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
  /** @param details further lines, such as the end of a log */
  constructor(
    message: string,
    readonly details: string[] = [],
  ) {
    super(message);
  }
}
