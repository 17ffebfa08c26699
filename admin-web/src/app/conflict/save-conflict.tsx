import { ApiError, type Versioned } from '@portfolio/api-client';
import { ERRORS } from '@portfolio/contracts';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';
import toast from 'react-hot-toast';
import { ConflictDialog } from './conflict-dialog.tsx';
import { isSame, mergeFields, type FieldMerges, type Merged } from './merge-fields.ts';

/** Refused save: the same field was saved differently elsewhere. */
class SaveConflict<T> extends ApiError {
  constructor(
    readonly newer: Versioned<T>,
    readonly merged: Merged<T>,
  ) {
    const { status, message } = ERRORS['request.outdated'];
    super(status, message, 'request.outdated');
  }
}

/** Attempts to save one form before the conflict counts as a failure. */
const ATTEMPTS = 3;

export interface SaveConflictOptions<T extends FieldValues, View> {
  form: UseFormReturn<T>;
  /** Version that the form was filled from. */
  baseRef: RefObject<Versioned<T>>;
  /** Fetches the current version before the first save of a form without an ETag. */
  fetchCurrent?: () => Promise<Versioned<View>>;
  /** Converts the API's view to values of the form. */
  valuesOf: (current: View) => T;
  labels: { [Name in keyof T]?: string };
  /** Renders a value other than a text, next to the other side's. */
  shows?: { [Name in keyof T]?: (value: T[Name], other: T[Name]) => ReactNode };
  merges?: FieldMerges<T>;
  /** Submits the form. */
  submit: () => void;
}

/**
 * Conditional saves of a form. Changes from elsewhere to other fields are merged; a field changed on both sides opens a
 * dialog.
 *
 * @returns `save`; `opensFor`, which opens the dialog for a conflict and returns whether the error is one; the dialog as
 * `dialog`
 */
export function useSaveConflict<T extends FieldValues, View>(options: SaveConflictOptions<T, View>) {
  const { form, baseRef, fetchCurrent, valuesOf, labels, shows, merges, submit } = options;
  const [conflict, setConflict] = useState<SaveConflict<T>>();
  const isKnown = useRef(fetchCurrent === undefined);
  const describe = (names: (keyof T)[]) => names.map((name) => labels[name] ?? name).join(', ');

  const rebase = (newer: Versioned<T>, values: T) => {
    baseRef.current = newer;
    isKnown.current = true;
    for (const [name, value] of Object.entries(values) as [FieldPath<T>, PathValue<T, FieldPath<T>>][]) {
      if (!isSame(form.getValues(name), value)) form.setValue(name, value, { shouldDirty: true });
    }
    form.resetDefaultValues(newer.value);
  };

  /** Merges the saved version into the form. @returns the values to send */
  const merge = <Sent extends Partial<T>>(current: Versioned<unknown>, sent: Sent): Sent => {
    const newer = { ...current, value: valuesOf(current.value as View) };
    const merged = mergeFields(baseRef.current.value, form.getValues(), newer.value, merges);
    if (merged.conflicts.length > 0) throw new SaveConflict(newer, merged);
    rebase(newer, merged.values);
    if (merged.updated.length > 0) toast(`Merged with changes made elsewhere: ${describe(merged.updated)}`);
    const updated = merged.updated.filter((name) => name in sent);
    return { ...sent, ...Object.fromEntries(updated.map((name) => [name, merged.values[name]])) };
  };

  const save = async <Sent extends Partial<T>, R>(
    typed: Sent,
    send: (values: Sent, from: Versioned<T>) => Promise<R>,
  ): Promise<R> => {
    const current = isKnown.current ? undefined : await fetchCurrent?.();
    let values = current ? merge(current, typed) : typed;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(values, baseRef.current);
      } catch (error) {
        if (!(error instanceof ApiError) || !error.current || attempt === ATTEMPTS) throw error;
        values = merge(error.current, values);
      }
    }
  };

  const opensFor = (error: unknown): boolean => {
    if (!(error instanceof SaveConflict)) return false;
    setConflict(error as SaveConflict<T>);
    return true;
  };

  const dialog = conflict && (
    <ConflictDialog
      fields={conflict.merged.conflicts.map((name) => {
        const [mine, newer] = [conflict.merged.values[name], conflict.newer.value[name]];
        const show = shows?.[name] ?? String;
        return { label: labels[name] ?? String(name), mine: show(mine, newer), newer: show(newer, mine) };
      })}
      onSaveMine={() => {
        setConflict(undefined);
        rebase(conflict.newer, conflict.merged.values);
        submit();
      }}
      onUseNewer={() => {
        setConflict(undefined);
        const { conflicts, values } = conflict.merged;
        const newer = Object.fromEntries(conflicts.map((name) => [name, conflict.newer.value[name]]));
        rebase(conflict.newer, { ...values, ...newer });
      }}
      onClose={() => setConflict(undefined)}
    />
  );
  return { save, opensFor, dialog };
}
