import { ApiError, type Versioned } from '@portfolio/api-client';
import { ERRORS } from '@portfolio/contracts';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';
import toast from 'react-hot-toast';
import { ConflictDialog } from './conflict-dialog.tsx';
import { isSame, mergeFields, type FieldMerges, type Merged } from './merge-fields.ts';

/** Conflict of a save: the same field was saved differently elsewhere. */
class SaveConflict<T> extends ApiError {
  constructor(
    readonly theirs: Versioned<T>,
    readonly merged: Merged<T>,
  ) {
    const { status, message } = ERRORS['request.outdated'];
    super(status, message, 'request.outdated');
  }
}

/** Requests of one save. After a version conflict, changes are merged and the request is sent again. */
const MAX_ATTEMPTS = 3;

export interface SaveConflictOptions<T extends FieldValues, View> {
  form: UseFormReturn<T>;
  /** Version that the form was filled from. */
  baseRef: RefObject<Versioned<T>>;
  /** Fetches the current version before the first save of a form without an ETag. */
  fetchCurrent?: () => Promise<Versioned<View>>;
  /** Converts the API's view to values of the form. */
  toFormValues: (current: View) => T;
  labels: { [Name in keyof T]?: string };
  /** Renders a value that is not a text; `other` is the other version's, for comparison. */
  renderValue?: { [Name in keyof T]?: (value: T[Name], other: T[Name]) => ReactNode };
  merges?: FieldMerges<T>;
  /** Adapts fields that depend on merged ones, in the form only: `send` must do so itself. */
  adaptDependents?: (values: T, ours: T, theirs: T) => Partial<T>;
  /** Submits the form. */
  submit: () => void;
}

/**
 * Conditional saves of a form. Changes from elsewhere to other fields are merged; a field changed on both sides opens a
 * dialog.
 *
 * @returns `save`; `keepLaterInput`, to be called after it; `handleConflict`, which opens the dialog for a conflict and
 * returns true if handled; the dialog as `dialog`
 */
export function useSaveConflict<T extends FieldValues, View>(options: SaveConflictOptions<T, View>) {
  const { form, baseRef, fetchCurrent, toFormValues, labels, renderValue, merges, adaptDependents, submit } = options;
  const [conflict, setConflict] = useState<SaveConflict<T>>();
  const isBaseFetched = useRef(fetchCurrent === undefined);
  /** Values of the form when the last save began, with those merged since. */
  const valuesAtSave = useRef<T>(undefined);
  const describe = (names: (keyof T)[]) => names.map((name) => labels[name] ?? name).join(', ');

  const rebase = (theirs: Versioned<T>, values: T) => {
    const adapted = { ...values, ...adaptDependents?.(values, form.getValues(), theirs.value) };
    baseRef.current = theirs;
    isBaseFetched.current = true;
    for (const [name, value] of Object.entries(adapted) as [FieldPath<T>, PathValue<T, FieldPath<T>>][]) {
      if (!isSame(form.getValues(name), value)) form.setValue(name, value, { shouldDirty: true });
    }
    form.resetDefaultValues(theirs.value);
  };

  /** Merges the saved version into the form. @returns the values to send */
  const merge = <Sent extends Partial<T>>(current: Versioned<unknown>, sent: Sent): Sent => {
    const theirs = { ...current, value: toFormValues(current.value as View) };
    const merged = mergeFields(baseRef.current.value, form.getValues(), theirs.value, merges);
    if (merged.conflicts.length > 0) throw new SaveConflict(theirs, merged);
    rebase(theirs, merged.values);
    // A field that is not sent stays as saved.
    const updates = merged.updated.map((name) => [name, name in sent ? merged.values[name] : theirs.value[name]]);
    valuesAtSave.current = { ...valuesAtSave.current!, ...Object.fromEntries(updates) };
    if (merged.updated.length > 0) toast(`Merged with changes made elsewhere: ${describe(merged.updated)}`);
    return { ...sent, ...Object.fromEntries(updates.filter(([name]) => (name as string) in sent)) };
  };

  const save = async <Sent extends Partial<T>, R>(
    values: Sent,
    send: (values: Sent, from: Versioned<T>) => Promise<R>,
  ): Promise<R> => {
    valuesAtSave.current = { ...form.getValues() };
    const current = isBaseFetched.current ? undefined : await fetchCurrent?.();
    let sent = current ? merge(current, values) : values;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(sent, baseRef.current);
      } catch (error) {
        if (!(error instanceof ApiError) || !error.current || attempt === MAX_ATTEMPTS) throw error;
        sent = merge(error.current, sent);
      }
    }
  };

  /**
   * Shows the saved version after a successful save. Input typed during the save stays as unsaved changes.
   *
   * @returns whether there is such input, so that the form must stay open
   */
  const keepLaterInput = ({ value, etag }: Versioned<View>): boolean => {
    const saved = toFormValues(value);
    const { values } = mergeFields(valuesAtSave.current ?? saved, form.getValues(), saved, merges);
    rebase({ value: saved, etag }, values);
    return Object.entries(saved).some(([name, before]) => !isSame(values[name], before));
  };

  const handleConflict = (error: unknown): boolean => {
    if (!(error instanceof SaveConflict)) return false;
    setConflict(error as SaveConflict<T>);
    return true;
  };

  const dialog = conflict && (
    <ConflictDialog
      fields={conflict.merged.conflicts.map((name) => {
        const [ours, theirs] = [conflict.merged.values[name], conflict.theirs.value[name]];
        const render = renderValue?.[name] ?? renderText;
        return { label: labels[name] ?? String(name), ours: render(ours, theirs), theirs: render(theirs, ours) };
      })}
      onSaveMine={() => {
        setConflict(undefined);
        rebase(conflict.theirs, conflict.merged.values);
        submit();
      }}
      onUseNewer={() => {
        setConflict(undefined);
        const { conflicts, values } = conflict.merged;
        const theirs = Object.fromEntries(conflicts.map((name) => [name, conflict.theirs.value[name]]));
        rebase(conflict.theirs, { ...values, ...theirs });
      }}
      onClose={() => setConflict(undefined)}
    />
  );
  return { save, keepLaterInput, handleConflict, dialog };
}

/** A value without a renderer of its own; empty for null. */
const renderText = (value: unknown): string => (value == null ? '' : String(value as string | number | boolean));
