/** Error that the terminal shows as one sentence, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** @param status exit status: 2 for invalid arguments */
  constructor(
    message: string,
    readonly status: 1 | 2 = 1,
  ) {
    super(message);
  }
}
