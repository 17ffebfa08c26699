import { ApiError, type Api } from '@portfolio/api-client';
import type { PublicForm } from '@portfolio/contracts';
import type { FormErrors } from './form-state.ts';

/** Fields and request of a form. Browsers load it when a visitor starts to fill in the form; the server uses it too. */
export interface FormDefinition<Name extends string = string, Context extends object = object> {
  /** Field names in order: the first faulty field gets the focus. */
  names: readonly Name[];
  /** Maximum lengths of the fields with a character count. */
  limits: Readonly<Partial<Record<Name, number>>>;
  /** Request class with the validation. */
  request: new () => object;
  /** Sends the fields with the spam signals and the context. */
  post(api: Api, form: Record<Name, string> & Pick<PublicForm, 'website' | 'fill_time'> & Context): Promise<unknown>;
  /** Message for an error of no single field. */
  explain: (error: unknown) => string;
}

/** Errors of the form's fields in an API response, or else one message for the whole form. */
export function errorsOf(error: unknown, { names, explain }: Pick<FormDefinition, 'names' | 'explain'>): FormErrors {
  const errors = pick(error instanceof ApiError ? error.errors : {}, names);
  return Object.keys(errors).length > 0 ? { errors } : { errors, failure: explain(error) };
}

/** Defined values in the order of the names. */
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

/** ` You can try again in 5 minutes.`; empty without a `Retry-After`. */
export function retryHint(error: unknown): string {
  if (!(error instanceof ApiError) || !error.retryAfter) return '';
  const minutes = Math.ceil(error.retryAfter / 60);
  return ` You can try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
