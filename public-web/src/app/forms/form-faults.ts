import { ApiError } from '@portfolio/api-client';
import type { FormFaults } from './form-state.ts';

/**
 * What an answer of the API means for a form: the messages of its fields, or where there are none, one sentence.
 *
 * @param names the form's fields
 * @param explain the sentence
 */
export function faultsOf(error: unknown, names: readonly string[], explain: (error: unknown) => string): FormFaults {
  const told = error instanceof ApiError ? error.errors : {};
  const errors = pick(told, names);
  return Object.keys(errors).length > 0 ? { errors } : { errors, failure: explain(error) };
}

/** The named ones of some values, in the order of the names. */
export const pick = (
  values: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** A sentence about when to try again, with a space before it; empty where the API did not say. */
export function whenAgain(error: unknown): string {
  if (!(error instanceof ApiError) || !error.retryAfter) return '';
  const minutes = Math.ceil(error.retryAfter / 60);
  return ` You can try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
