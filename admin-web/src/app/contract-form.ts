import { classValidatorResolver } from '@hookform/resolvers/class-validator';
import { ApiError, failureMessage } from '@portfolio/api-client';
import type { ErrorCode } from '@portfolio/contracts';
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';

/** A form that judges what is written by the same request class as the server does. */
export function useContractForm<T extends FieldValues>(request: new () => T, defaultValues: DefaultValues<T>) {
  const form = useForm<T>({
    resolver: classValidatorResolver(request, { validator: { stopAtFirstError: true } }),
    defaultValues,
  });
  return form;
}

/** What a field component needs to be part of the form: its registration and its message. */
export function field<T extends FieldValues>(
  form: UseFormReturn<T>,
  name: FieldPath<T>,
  options?: Parameters<typeof form.register>[1],
): UseFormRegisterReturn & { error: string | undefined } {
  return { ...form.register(name, options), error: form.getFieldState(name, form.formState).error?.message };
}

/**
 * Puts the server's messages at their fields, and any other sentence at the form's `root.server`.
 *
 * @param sentences what to say where the server says nothing: `otherwise` for its answer, `unexpected` for none
 * @param fieldsOfCodes fields that an error code is about, where the answer names none
 */
export function showFailure<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  sentences: { otherwise: string; unexpected?: string },
  fieldsOfCodes: Partial<Record<ErrorCode, FieldPath<T>>> = {},
): void {
  const sentence = failureMessage(error, sentences.otherwise, sentences.unexpected);
  const told = error instanceof ApiError ? Object.entries(error.errors) : [];
  const about = error instanceof ApiError && error.code ? fieldsOfCodes[error.code] : undefined;
  if (told.length === 0 && about) told.push([about, sentence]);

  const atFields = told.filter(([name]) => name in form.getValues());
  for (const [name, message] of atFields) form.setError(name as FieldPath<T>, { message }, { shouldFocus: true });
  if (atFields.length === 0) form.setError('root.server', { message: sentence });
}

/** For a number field: what is typed as a number, and nothing typed as absent. */
export const asNumber = (typed: unknown): number | undefined =>
  typed === '' || typed === null || typed === undefined ? undefined : Number(typed);

/** For an optional text field: nothing typed as absent. */
export const asText = (typed: string | undefined): string | undefined => (typed ? typed : undefined);
