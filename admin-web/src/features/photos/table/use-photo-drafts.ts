import { failureMessage, savePhotoFields } from '@portfolio/api-client';
import { LIMITS, type PhotoFields, type PhotoView, type SavedPhotosView } from '@portfolio/contracts';
import { createStore } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import toast from 'react-hot-toast';
import { mergeFields } from '../../../app/conflict/merge-fields.ts';
import { useSessionDraft } from '../../../app/forms/contract-form.ts';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { dropInactiveLists, refreshCounts, removeDeletedPhotos, reorder, showSaved } from '../cache/photo-cache.ts';
import { errorsOf, textsOf, toFields, type Column, type Texts } from './columns.ts';

export interface Draft {
  /** Version that the changes are based on. */
  base: PhotoView;
  /** Changed cells. */
  texts: Texts;
  /** Texts saved elsewhere in changed cells. */
  conflicts?: Texts;
  /** Why the photo cannot be saved. */
  failure?: string;
}

type Drafts = ReadonlyMap<number, Draft>;

export interface CellId {
  id: number;
  column: Column;
}

export type PhotoDrafts = ReturnType<typeof usePhotoDrafts>;

/** Requests of one save. After the first, photos that were changed elsewhere in other fields are sent again. */
const MAX_ATTEMPTS = 3;
const FAULTS_TOAST = 'faults of the table';
const OUTDATED = 'Changed elsewhere during each attempt. Save again.';
/** Characters of JSON; the API takes 256 KB, and a character has up to 4 bytes. */
const MAX_LENGTH = 60_000;

const isEmpty = (texts: Texts = {}) => Object.keys(texts).length === 0;

const without = (texts: Texts = {}, isDropped: (column: Column, text: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([column, text]) => !isDropped(column as Column, text)));

/** Drops cells undone during a request. */
const withoutUndone = (draft: Draft, now: Texts = {}): Draft => {
  const [texts, conflicts] = [draft.texts, draft.conflicts].map((all) =>
    without(all, (name) => now[name] === undefined),
  );
  return { ...draft, texts: texts!, conflicts: conflicts! };
};

const put = (drafts: Map<number, Draft>, id: number, draft: Draft) =>
  isEmpty(draft.texts) ? drafts.delete(id) : drafts.set(id, draft);

/** Unsaved cells of the photo table by photo. They survive another view or filter, and the end of the session. */
export function usePhotoDrafts() {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  // In a store, because they may change during a save.
  const [store] = useState(() => createStore<Drafts>(new Map()));
  const drafts = store.use();
  const [isSaving, setSaving] = useState(false);
  useSessionDraft('photo table', () => (drafts.size > 0 ? drafts : undefined), store.set);
  const { mutateAsync } = useMutation({
    mutationFn: (photos: PhotoFields[]) => savePhotoFields(api, { photos }),
    meta: { changedIds: (photos: PhotoFields[]) => photos.map(({ id }) => id) },
  });

  /** Changes cells of the shown photos. Without a text, a cell is reverted. */
  const fill = useCallback(
    (changes: { photo: PhotoView; column: Column; text?: string }[]) => {
      const after = new Map(store.get());
      for (const { photo, column, text } of changes) {
        const draft = after.get(photo.id) ?? { base: photo, texts: {} };
        const [texts, conflicts] = [draft.texts, draft.conflicts].map((all) => without(all, (name) => name === column));
        const isChanged = text !== undefined && text !== textsOf(photo)[column];
        put(after, photo.id, { ...draft, conflicts, texts: isChanged ? { ...texts, [column]: text } : texts! });
      }
      store.set(after);
    },
    [store],
  );

  /** Shows the results of a request. @returns the drafts that are not saved */
  const settle = async ({ photos, failures }: SavedPhotosView, sent: Drafts): Promise<[number, Draft][]> => {
    const results = new Map<number, Draft>(photos.map((base) => [base.id, { base, texts: {} }]));
    for (const { id, message, current } of failures) {
      const draft = sent.get(id)!;
      results.set(id, current ? rebase(draft, current) : { ...draft, failure: message });
    }
    await showSaved(queryClient, new Set(results.keys()), ({ id }) => results.get(id)!.base);
    const after = new Map(store.get());
    for (const [id, result] of results) {
      const now = after.get(id)?.texts;
      if (!isEmpty(result.texts)) {
        if (now) put(after, id, { ...withoutUndone(result, now), texts: now });
        continue;
      }
      // Cells changed during the request stay, also those changed back.
      const { base, texts } = sent.get(id)!;
      const old = without(textsOf(base), (column) => texts[column] === undefined);
      put(after, id, { ...result, texts: without({ ...old, ...now }, (column, text) => texts[column] === text) });
    }
    store.set(after);
    const deleted = failures.filter(({ current }) => !current).map(({ id }) => id);
    if (deleted.length > 0) void removeDeletedPhotos(queryClient, new Set(deleted));
    return [...results]
      .map(([id, draft]): [number, Draft] => [id, withoutUndone(draft, after.get(id)?.texts)])
      .filter(([, { texts }]) => !isEmpty(texts));
  };

  /** @returns numbers of photos */
  const send = async (whole: Drafts): Promise<{ saved: number; left: number }> => {
    let [saved, left] = [0, 0];
    let pending = whole;
    for (let attempt = 1; pending.size > 0 && attempt <= MAX_ATTEMPTS; attempt += 1) {
      const again: [number, Draft][] = [];
      for (const batch of batchesOf(pending)) {
        const response = await mutateAsync(batch);
        saved += response.photos.length;
        const unsaved = await settle(response, pending);
        const outdated = unsaved.filter(([, { conflicts, failure }]) => isEmpty(conflicts) && !failure);
        again.push(...outdated);
        left += unsaved.length - outdated.length;
      }
      pending = new Map(again);
    }
    if (pending.size > 0) {
      const fail = (id: number, draft: Draft) => (pending.has(id) ? { ...draft, failure: OUTDATED } : draft);
      store.set((now) => new Map([...now].map(([id, draft]) => [id, fail(id, draft)])));
    }
    return { saved, left: left + pending.size };
  };

  /** Saves all changes if they are valid. @returns the first cell that needs a correction */
  const save = async (): Promise<CellId | undefined> => {
    if (isSaving || drafts.size === 0) return undefined;
    const faults = [...drafts].flatMap(([id, { texts }]) =>
      Object.keys(errorsOf(texts)).map((column) => ({ id, column: column as Column })),
    );
    if (faults.length > 0) {
      const cells = faults.length === 1 ? 'one cell' : `${faults.length} cells`;
      toast.error(`Nothing is saved yet: correct ${cells}.`, { id: FAULTS_TOAST });
      return faults[0];
    }
    toast.dismiss(FAULTS_TOAST);
    setSaving(true);
    try {
      const { saved, left } = await send(drafts);
      if (left > 0) toast.error(`${formatPhotoCount(saved)} saved, ${left} not: see the messages in the table.`);
      else if (saved > 0) toast.success(`${formatPhotoCount(saved)} saved`);
    } catch (error) {
      toast.error(failureMessage(error, 'Failed to save the photos'));
    }
    setSaving(false);
    if ([...drafts.values()].some(({ texts }) => texts.title !== undefined)) void reorder(queryClient, 'title');
    dropInactiveLists(queryClient);
    void refreshCounts(queryClient);
    return undefined;
  };

  return { drafts, isSaving, fill, save, discard: () => store.set(new Map()) };
}

/** Bases the changes on the version saved elsewhere. */
function rebase({ base, texts }: Draft, current: PhotoView): Draft {
  const theirs = textsOf(current);
  const merged = mergeFields(textsOf(base), { ...textsOf(base), ...texts }, theirs);
  return { base: current, texts, conflicts: without(theirs, (column) => !merged.conflicts.includes(column)) };
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
