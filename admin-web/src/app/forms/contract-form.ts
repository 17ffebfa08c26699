import { classValidatorResolver } from '@hookform/resolvers/class-validator';
import { ApiError, failureMessage } from '@portfolio/api-client';
import type { ErrorCode } from '@portfolio/contracts';
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import { useAdmin } from '../layout/admin-context.ts';
import { tokenStore } from '../data/token-store.ts';

/** What was typed when a session ended, and whose it was, by the name of the form. */
const drafts = new Map<string, { owner: number; typed: FieldValues; base: unknown }>();

type KeptFields<T> = readonly (keyof T)[] | 'changed';

/**
 * A form that judges what is written by the same request class as the server does.
 *
 * @param draft a name under which what is typed outlives the end of the session: it is there again when the same person next
 * opens the form
 * @param kept the fields of the draft, or those alone that were changed, where others may change the rest; without, all
 * @param baseRef what the form was made from: it is kept with the draft
 */
export function useContractForm<T extends FieldValues>(
  request: new () => T,
  defaultValues: DefaultValues<T>,
  draft?: string,
  kept?: KeptFields<T>,
  baseRef?: RefObject<unknown>,
): UseFormReturn<T> {
  const form = useForm<T>({
    resolver: classValidatorResolver(request, { validator: { stopAtFirstError: true } }),
    defaultValues,
  });
  useDraft(form, draft, kept, baseRef);
  return form;
}

/** Keeps what is typed in a form past the end of the session, under a name; without one, it is gone. */
export function useDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  draft: string | undefined,
  fields?: KeptFields<T>,
  baseRef?: RefObject<unknown>,
): void {
  const owner = useAdmin().session.user?.id;
  const { isDirty } = form.formState;
  const latest = useRef({ isDirty, fields });
  useEffect(() => {
    latest.current = { isDirty, fields };
  });

  useEffect(() => {
    if (!draft || owner === undefined) return;
    const kept = drafts.get(draft);
    drafts.delete(draft);
    // What one administrator has typed is not the next one's to see.
    if (kept?.owner === owner) {
      form.reset({ ...form.getValues(), ...kept.typed }, { keepDefaultValues: true });
      if (baseRef) baseRef.current = kept.base;
    }
    return () => {
      if (!latest.current.isDirty || tokenStore.get() !== null) return;
      const typed = Object.entries(form.getValues());
      const names = latest.current.fields;
      const isKept = (name: FieldPath<T>) =>
        names === 'changed' ? form.getFieldState(name).isDirty : (names?.includes(name) ?? true);
      const kept = typed.filter(([name]) => isKept(name as FieldPath<T>));
      drafts.set(draft, { owner, typed: Object.fromEntries(kept), base: baseRef?.current });
    };
  }, [draft, owner, form, baseRef]);
}

/**
 * Keeps what no form holds, such as a chosen file, past the end of the session, under a name.
 *
 * @param value what there is at present; undefined for nothing
 * @param restore takes it back, when the same person next gets there
 */
export function useKeptValue<T>(name: string, value: T | undefined, restore: (value: T) => void): void {
  const owner = useAdmin().session.user?.id;
  const latest = useRef({ value, restore });
  useEffect(() => {
    latest.current = { value, restore };
  });

  useEffect(() => {
    if (owner === undefined) return;
    const kept = drafts.get(name);
    drafts.delete(name);
    if (kept?.owner === owner) latest.current.restore(kept.typed['value'] as T);
    return () => {
      const left = latest.current.value;
      if (left === undefined || tokenStore.get() !== null) return;
      drafts.set(name, { owner, typed: { value: left }, base: undefined });
    };
  }, [name, owner]);
}

/** Whether something that was typed waits for the next sign-in. */
export const hasDrafts = (): boolean => drafts.size > 0;

/** Lets go of what was kept for one form, or for all: it is not for the next one to sign in. */
export function forgetDrafts(draft?: string): void {
  if (draft) drafts.delete(draft);
  else drafts.clear();
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

/** Submits a form on Ctrl+S or Cmd+S, in place of the browser's own command. */
export function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.requestSubmit();
}
