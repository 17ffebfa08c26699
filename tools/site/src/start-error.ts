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

/** The sentence for any fault of the file system that a person can mend, or undefined. */
export function explainFileFault(error: unknown, folder: string): string | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk that holds ${folder} is full: make room there, then start again.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${folder} cannot be written: choose another folder (DATA_DIR=...), or start as a user who may.`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `${folder} is not a folder: choose another (DATA_DIR=...).`;
    case 'ENOENT':
    case 'ENAMETOOLONG':
    case 'ELOOP':
      return `${folder} cannot be made: choose another folder (DATA_DIR=...).`;
    default:
      return undefined;
  }
}
