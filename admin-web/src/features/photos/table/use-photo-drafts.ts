import { failureMessage, savePhotoFields } from '@portfolio/api-client';
import { LIMITS, type PhotoFailureView, type PhotoFields, type PhotoView } from '@portfolio/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import toast from 'react-hot-toast';
import { mergeFields } from '../../../app/conflict/merge-fields.ts';
import { useSessionDraft } from '../../../app/forms/contract-form.ts';
import { useLeaveWarning } from '../../../app/forms/unsaved-changes.tsx';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import {
  changePhotos,
  dropInactiveLists,
  refreshCounts,
  removeDeletedPhotos,
  reorderByTitle,
} from '../cache/photo-cache.ts';
import { errorsOf, isSameText, textsOf, toFields, type Column, type Texts } from './columns.ts';

/** Unsaved changes to a photo. */
export interface Draft {
  /** Version that the changes are based on. */
  base: PhotoView;
  /** Changed cells. */
  texts: Texts;
  /** Messages at cells. */
  errors: Texts;
  /** Why the photo cannot be saved. */
  failure?: string;
}

type Drafts = ReadonlyMap<number, Draft>;

export interface CellChange {
  photo: PhotoView;
  column: Column;
  text: string;
}

/** A cell that needs a correction. */
export interface Fault {
  id: number;
  column: Column;
}

export type PhotoDrafts = ReturnType<typeof usePhotoDrafts>;

/** Requests of one save. After the first, photos that were changed elsewhere in other fields are sent again. */
const MAX_ATTEMPTS = 3;
/** Characters of JSON; the API takes 256 KB, and a character has up to 4 bytes. */
const MAX_LENGTH = 60_000;

const without = (texts: Texts, isDropped: (column: Column, text: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([column, text]) => !isDropped(column as Column, text)));

const withDraft = (drafts: Drafts, id: number, draft: Draft): Drafts => {
  const after = new Map(drafts);
  if (Object.keys(draft.texts).length === 0) after.delete(id);
  else after.set(id, draft);
  return after;
};

const withReverted = (drafts: Drafts, id: number, column: Column): Drafts => {
  const draft = drafts.get(id);
  const isColumn = (name: Column) => name === column;
  return draft
    ? withDraft(drafts, id, {
        ...draft,
        texts: without(draft.texts, isColumn),
        errors: without(draft.errors, isColumn),
      })
    : drafts;
};

const faultOf = ([id, { errors }]: [number, Draft]): Fault[] =>
  Object.keys(errors).map((column) => ({ id, column: column as Column }));

/** Unsaved cells of the photo table by photo. They survive another view or filter, and the end of the session. */
export function usePhotoDrafts() {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const [isSaving, setSaving] = useState(false);
  useSessionDraft('photo table', () => (drafts.size > 0 ? drafts : undefined), setDrafts);
  useLeaveWarning(drafts.size > 0);
  const { mutateAsync } = useMutation({
    mutationFn: (photos: PhotoFields[]) => savePhotoFields(api, { photos }),
    meta: { changedIds: (photos: PhotoFields[]) => photos.map(({ id }) => id) },
  });

  /** Changes cells. With `isFinal` they are validated at once. */
  const fill = useCallback((changes: CellChange[], isFinal = false) => {
    setDrafts((before) => {
      let after = before;
      for (const { photo, column, text } of changes) {
        const { base, ...draft } = after.get(photo.id) ?? { base: photo, texts: {}, errors: {} };
        const original = textsOf(base)[column];
        const isUnchanged = isFinal ? isSameText(column, text, original) : text === original;
        const texts = isUnchanged
          ? without(draft.texts, (name) => name === column)
          : { ...draft.texts, [column]: text };
        const error = isFinal && !isUnchanged ? errorsOf(photo.id, { [column]: text })[column] : undefined;
        const others = without(draft.errors, (name) => name === column);
        const errors = error === undefined ? others : { ...others, [column]: error };
        after = withDraft(after, photo.id, { ...draft, base, texts, errors });
      }
      return after;
    });
  }, []);

  const revert = useCallback((id: number, column: Column) => {
    setDrafts((before) => withReverted(before, id, column));
  }, []);

  /** Validates a changed cell, unless it has a message. A price written differently is unchanged. */
  const validate = useCallback((id: number, column: Column) => {
    setDrafts((before) => {
      const draft = before.get(id);
      const text = draft?.texts[column];
      if (draft && text !== undefined && isSameText(column, text, textsOf(draft.base)[column])) {
        return withReverted(before, id, column);
      }
      const error = draft && draft.errors[column] === undefined && errorsOf(id, draft.texts)[column];
      return error ? withDraft(before, id, { ...draft, errors: { ...draft.errors, [column]: error } }) : before;
    });
  }, []);

  /** Shows saved photos. Cells changed during the request stay. */
  const showSaved = (photos: PhotoView[], sent: Drafts) => {
    const saved = new Map(photos.map((photo) => [photo.id, photo]));
    changePhotos(queryClient, new Set(saved.keys()), ({ id }) => saved.get(id)!);
    setDrafts((before) => {
      let after = before;
      for (const [id, base] of saved) {
        const draft = after.get(id);
        const isSent = (column: Column, text: string) => sent.get(id)?.texts[column] === text;
        if (draft) after = withDraft(after, id, { base, texts: without(draft.texts, isSent), errors: {} });
      }
      return after;
    });
  };

  /** Shows why photos were not saved. @returns outdated photos without a conflict, to send again */
  const showFailures = (failures: PhotoFailureView[], sent: Drafts): Drafts => {
    const again = new Map<number, Draft>();
    const shown = new Map<number, Draft>();
    for (const { id, message, current } of failures) {
      const draft = sent.get(id)!;
      if (!current) {
        shown.set(id, { ...draft, failure: message });
        continue;
      }
      changePhotos(queryClient, new Set([id]), () => current);
      const [base, theirs] = [textsOf(draft.base), textsOf(current)];
      const { conflicts } = mergeFields(base, { ...base, ...draft.texts }, theirs);
      const conflictMessage = (column: Column) => `Changed elsewhere to “${theirs[column]}”. Save again to replace it.`;
      const errors: Texts = Object.fromEntries(conflicts.map((column) => [column, conflictMessage(column)]));
      shown.set(id, { ...draft, base: current, errors });
      if (conflicts.length === 0) again.set(id, { ...draft, base: current });
    }
    setDrafts((before) => {
      let after = before;
      for (const [id, draft] of shown) {
        const now = after.get(id);
        if (now) after = withDraft(after, id, { ...draft, texts: now.texts });
      }
      return after;
    });
    const deleted = failures.filter(({ current }) => !current).map(({ id }) => id);
    if (deleted.length > 0) void removeDeletedPhotos(queryClient, new Set(deleted));
    return again;
  };

  const send = async (whole: Drafts): Promise<number> => {
    let saved = 0;
    let pending = whole;
    for (let attempt = 1; pending.size > 0 && attempt <= MAX_ATTEMPTS; attempt += 1) {
      const again: [number, Draft][] = [];
      for (const batch of batchesOf(pending)) {
        const { photos, failures } = await mutateAsync(batch);
        saved += photos.length;
        showSaved(photos, pending);
        again.push(...showFailures(failures, pending));
      }
      pending = new Map(again);
    }
    return saved;
  };

  /** Saves all changes that are valid. @returns the first cell that needs a correction */
  const save = async (): Promise<Fault | undefined> => {
    if (isSaving) return undefined;
    const checked = new Map([...drafts].map(([id, draft]) => [id, { ...draft, errors: errorsOf(id, draft.texts) }]));
    setDrafts(checked);
    const faults = [...checked].flatMap(faultOf);
    if (faults.length > 0) {
      toast.error(`Nothing is saved yet: correct ${faults.length === 1 ? 'one cell' : `${faults.length} cells`}.`);
      return faults[0];
    }
    setSaving(true);
    try {
      const saved = await send(checked);
      const left = checked.size - saved;
      const done = `${formatPhotoCount(saved)} saved`;
      if (left === 0) toast.success(done);
      else toast.error(`${done}, ${left} not: see the messages in the table.`);
    } catch (error) {
      toast.error(failureMessage(error, 'Failed to save the photos'));
    }
    setSaving(false);
    if ([...checked.values()].some(({ texts }) => texts.title !== undefined)) void reorderByTitle(queryClient);
    dropInactiveLists(queryClient);
    void refreshCounts(queryClient);
    return undefined;
  };

  return { drafts, isSaving, fill, validate, revert, save, discard: () => setDrafts(new Map()) };
}

/** Requests for all changes, each within the API's limits. */
function batchesOf(drafts: Drafts): PhotoFields[][] {
  const batches: PhotoFields[][] = [[]];
  let length = 0;
  for (const [id, { base, texts }] of drafts) {
    const fields = { id, ...(base.version !== undefined && { version: base.version }), ...toFields(texts) };
    length += JSON.stringify(fields).length;
    const batch = batches.at(-1)!;
    if (batch.length > 0 && (batch.length === LIMITS.batch || length > MAX_LENGTH)) {
      batches.push([fields]);
      length = JSON.stringify(fields).length;
    } else batch.push(fields);
  }
  return batches;
}
