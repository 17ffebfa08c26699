/** Error that a command prints as its message and details, without a stack trace. */
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
