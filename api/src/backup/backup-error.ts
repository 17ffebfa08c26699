/** Something that the person at the command line can mend; the message is all that they are shown. */
export class BackupError extends Error {
  override name = 'BackupError';

  /** @param status to end with: 2 for what was not understood, 1 for any other */
  constructor(
    message: string,
    readonly status: 1 | 2 = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Files named in one message at most. */
const NAMED = 10;

/** One file a line, and how many more there are. */
export function listed(names: string[]): string {
  const more = names.length - NAMED;
  return [...names.slice(0, NAMED), ...(more > 0 ? [`and ${more} more`] : [])].map((name) => `  ${name}`).join('\n');
}
