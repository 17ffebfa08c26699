import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** An invalid environment. The message lists all faults, one a line. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/**
 * Reads and validates environment variables. Empty variables count as absent, as in compose files.
 *
 * @param type a class with class-validator decorators and defaults
 * @returns a frozen instance
 * @throws EnvError with all invalid variables
 */
export function loadEnv<T extends object>(type: new () => T, source: NodeJS.ProcessEnv = process.env): Readonly<T> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const env = plainToInstance(type, given, { exposeDefaultValues: true });
  const faults = validateSync(env, { stopAtFirstError: true, validationError: { target: false } });
  if (faults.length > 0) {
    const lines = faults.map((fault) => `  ${fault.property}: ${Object.values(fault.constraints ?? {}).join(', ')}`);
    throw new EnvError(`The environment is not usable:\n${lines.join('\n')}`);
  }
  return Object.freeze(env);
}
