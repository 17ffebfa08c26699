import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** Thrown when the environment is not usable; the message lists every fault, one a line. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/**
 * Reads the process environment into a class, validates it synchronously and freezes the result.
 *
 * A variable that is set but empty counts as absent, as in shells and compose files.
 *
 * @param type a class whose properties carry class-validator decorators and their defaults
 * @throws EnvError naming every variable that is missing or wrong
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
