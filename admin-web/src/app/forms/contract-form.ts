import { classValidatorResolver } from '@hookform/resolvers/class-validator';
import { ApiError, failureMessage } from '@portfolio/api-client';
import type { ErrorCode } from '@portfolio/contracts';
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useForm, type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useAdmin } from '../layout/admin-context.ts';
import { tokenStore } from '../data/token-store.ts';

/** Unsaved input at the end of a session, by form; only the same administrator gets it back. */
const drafts = new Map<string, { owner: number; value: unknown }>();

type DraftFields<T> = readonly (keyof T)[] | 'changed';

/**
 * Form validated with the request class of the API.
 *
 * @param draft name under which unsaved input survives the end of the session
 * @param draftFields fields of the draft, or the changed ones; by default all
 * @param baseRef version that the unsaved changes are relative to, saved with the draft
 */
export function useContractForm<T extends FieldValues>(
  request: new () => T,
  defaultValues: DefaultValues<T>,
  draft?: string,
  draftFields?: DraftFields<T>,
  baseRef?: RefObject<{ value: T }>,
): UseFormReturn<T> {
  const form = useForm<T>({
    resolver: classValidatorResolver(request, { validator: { stopAtFirstError: true } }),
    defaultValues,
  });
  useDraft(form, draft, draftFields, baseRef);
  return form;
}

/** Saves unsaved input of a form at the end of the session and restores it. */
export function useDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  draft: string | undefined,
  fields?: DraftFields<T>,
  baseRef?: RefObject<{ value: T }>,
): void {
  const { isDirty } = form.formState;
  const isDrafted = (name: FieldPath<T>) =>
    fields === 'changed' ? form.getFieldState(name).isDirty : (fields?.includes(name) ?? true);
  const read = () => {
    if (!isDirty) return undefined;
    const drafted = Object.entries(form.getValues()).filter(([name]) => isDrafted(name as FieldPath<T>));
    if (fields && !drafted.some(([name]) => form.getFieldState(name as FieldPath<T>).isDirty)) return undefined;
    return { values: Object.fromEntries(drafted) as Partial<T>, base: baseRef?.current };
  };
  useSessionDraft(draft, read, ({ values, base }) => {
    form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true });
    if (!baseRef || !base) return;
    baseRef.current = base;
    // A partial draft keeps the newer version of its other fields.
    if (!fields) form.resetDefaultValues(base.value);
  });
}

/**
 * Draft of a value outside a form, such as a selected file.
 *
 * @param read returns the value at the end of the session; undefined for none
 * @param restore called with the saved value after the next sign-in
 */
export function useSessionDraft<T>(
  name: string | undefined,
  read: () => T | undefined,
  restore: (value: T) => void,
): void {
  const owner = useAdmin().session.user?.id;
  const latest = useRef({ read, restore });
  useEffect(() => {
    latest.current = { read, restore };
  });

  useEffect(() => {
    if (!name || owner === undefined) return;
    const saved = drafts.get(name);
    drafts.delete(name);
    if (saved?.owner === owner) latest.current.restore(saved.value as T);
    return () => {
      const value = tokenStore.get() === null ? latest.current.read() : undefined;
      if (value !== undefined) drafts.set(name, { owner, value });
    };
  }, [name, owner]);
}

/** Whether a draft waits for the next sign-in. */
export const hasDrafts = (): boolean => drafts.size > 0;

/** Deletes the draft of one form, or all drafts. */
export function deleteDrafts(draft?: string): void {
  if (draft) drafts.delete(draft);
  else drafts.clear();
}

/** Props of a field component: registration and error message. */
export function field<T extends FieldValues>(
  form: UseFormReturn<T>,
  name: FieldPath<T>,
  options?: Parameters<typeof form.register>[1],
) {
  return { ...form.register(name, options), error: form.getFieldState(name, form.formState).error?.message };
}

/**
 * Shows the API's messages at their fields, and any other message as `root.server`.
 *
 * @param fallbacks messages where the API sent none: `otherwise` with a response, `unexpected` without one
 * @param fieldsOfCodes fields of error codes, for responses that name no field
 */
export function showFailure<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  fallbacks: { otherwise: string; unexpected?: string },
  fieldsOfCodes: Partial<Record<ErrorCode, FieldPath<T>>> = {},
): void {
  const message = failureMessage(error, fallbacks.otherwise, fallbacks.unexpected);
  const messages = error instanceof ApiError ? Object.entries(error.errors) : [];
  const field = error instanceof ApiError && error.code ? fieldsOfCodes[error.code] : undefined;
  if (messages.length === 0 && field) messages.push([field, message]);

  const atFields = messages.filter(([name]) => name in form.getValues());
  for (const [index, [name, text]] of atFields.entries()) {
    form.setError(name as FieldPath<T>, { message: text }, { shouldFocus: index === 0 });
  }
  if (atFields.length === 0) form.setError('root.server', { message });
}

/** Value of a number field; undefined for an empty one. */
export const asNumber = (typed: unknown): number | undefined =>
  typed === '' || typed === null || typed === undefined ? undefined : Number(typed);

/** Value of an optional text field; undefined for an empty one. */
export const asText = (typed: string | undefined): string | undefined => (typed ? typed : undefined);

/** Submits a form on Ctrl+S or Cmd+S, instead of the browser's command. */
export function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.requestSubmit();
}
