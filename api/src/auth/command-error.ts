/** A fault that is told to the person at the terminal in one sentence. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** @param status to end with: 2 for a command that was not understood */
  constructor(
    message: string,
    readonly status: 1 | 2 = 1,
  ) {
    super(message);
  }
}
