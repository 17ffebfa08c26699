import type { ErrorCode } from '@portfolio/contracts';
import { AppError } from './app-error.ts';

/** Field and error of a request, by the database constraint that it violates. */
export type ConstraintErrors = Record<string, [field: string, code: ErrorCode]>;

/** Runs a change of the database. @throws AppError where it violates one of the constraints */
export async function withConstraintErrors<T>(errors: ConstraintErrors, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
    const [field, code] = errors[constraint] ?? [];
    throw field && code ? AppError.at(field, code) : error;
  }
}
