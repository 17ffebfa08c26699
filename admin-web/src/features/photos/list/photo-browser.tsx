import { deletePhoto, failureMessage } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { Button, Notice, Segments } from '@portfolio/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { LoadFailure } from '../../../app/components/load-failure.tsx';
import { passFocus } from '../../../app/components/pass-focus.ts';
import { useOptimisticMutation } from '../../../app/data/use-optimistic-mutation.ts';
import { useDialogAddress } from '../../../app/forms/use-dialog-address.ts';
import { usePhotoVisibility } from '../../../app/galleries.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useUndo } from '../../../app/trash/trash-mutations.tsx';
import { shouldIgnoreShortcut } from '../../../app/shortcuts/use-shortcuts.ts';
import { useSelection } from '../../../app/use-selection.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { DeletePhotosDialog } from '../bulk/choice-dialogs.tsx';
import { useBulkChanges } from '../bulk/use-bulk-changes.ts';
import {
  isMissing,
  LISTS,
  refetchTotal,
  refreshCounts,
  removeDeletedPhotos,
  removePhotos,
} from '../cache/photo-cache.ts';
import { EditPhotoDialog } from '../edit/edit-photo-dialog.tsx';
import { DraftBar, PhotoTable, TableHelp } from '../table/photo-table.tsx';
import { usePhotoDrafts, type CellId } from '../table/use-photo-drafts.ts';
import type { PhotoActions } from './photo-card.tsx';
import { filterPhotos, isFiltering } from './photo-filter.ts';
import { PhotoGrid } from './photo-grid.tsx';
import { PhotoSummary } from './photo-summary.tsx';
import { useLivePhotos } from './use-live-photos.ts';
import type { PhotoFilterState } from './use-photo-filter.ts';
import { usePhotoList } from './use-photo-list.ts';

/** Skeletons while the total is unknown. */
const SKELETONS = 24;

const VIEWS = [
  { value: 'grid', label: 'Grid' },
  { value: 'table', label: 'Table' },
];

/**
 * The filtered photos, with selection, bulk actions and the edit dialog.
 *
 * @param props.addButton shown while there is no photo
 */
export function PhotoBrowser({ filters, addButton }: { filters: PhotoFilterState; addButton: ReactNode }) {
  const { filter, debouncedFilter, clear } = filters;
  const [visibleEnd, setVisibleEnd] = useState(0);
  const [isSelectingAll, setSelectingAll] = useState(false);
  const [isReordering, setReordering] = useState(false);
  const isLoadingAll = isSelectingAll || isReordering;
  const [edited, setEdited] = useDialogAddress('edit');
  /** Index after the edited photo: the dialog goes on to the next ones. */
  const [editedEnd, setEditedEnd] = useState(0);
  const reached = isLoadingAll ? Infinity : Math.max(visibleEnd, editedEnd);
  const list = usePhotoList(filter, debouncedFilter, reached);
  const { photos, total } = list;
  const listed = useMemo(() => photos.map(({ id }) => id), [photos]);
  const { sort, ...narrowed } = filter;
  const scope = JSON.stringify(narrowed);
  const selection = useSelection(listed, scope, isReordering);
  // Bulk actions follow the shown order, so they wait until all selected photos are loaded.
  const selected = isReordering ? [] : photos.filter(({ id }) => selection.ids.has(id));
  const remove = useDeletePhoto();
  const [toDelete, setToDelete] = useState<PhotoView>();
  const { hiddenReason } = usePhotoVisibility();
  const [address, setAddress] = useSearchParams();
  const isTable = address.get('view') === 'table';
  /** Cell of the table that needs a correction. */
  const [fault, setFault] = useState<CellId>();
  const setView = (view: string) => {
    // The table focuses the cell of a fault when it is shown.
    setFault(undefined);
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (view === 'table') after.set('view', view);
        else after.delete('view');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const drafts = usePhotoDrafts();
  const save = async () => {
    const found = await drafts.save();
    if (!found) return;
    setView('table');
    setFault(found);
  };
  const latest = useRef({ setEdited, filter });
  useEffect(() => {
    latest.current = { setEdited, filter };
  });
  const bulk = useBulkChanges({
    // Photos that failed stay selected for a retry, and so do photos selected meanwhile.
    onFailure: selection.remove,
    // A change of the order would load all pages in search of them.
    onChanged: (changed) => {
      const listed = new Set(filterPhotos(changed, { ...latest.current.filter, search: undefined }));
      selection.remove(changed.filter((photo) => !listed.has(photo)).map(({ id }) => id));
    },
    onDeleted: selection.remove,
  });
  useLivePhotos(photos, debouncedFilter.status !== undefined);

  const [shownScope, setShownScope] = useState(scope);
  if (shownScope !== scope) {
    setShownScope(scope);
    setSelectingAll(false);
  } else if (isSelectingAll && (list.isWhole || list.isFailed)) {
    // Select all has waited until all photos are loaded.
    setSelectingAll(false);
    if (list.isWhole) selection.set(listed);
  }
  // In another order the selected photos are on other pages.
  const [shownSort, setShownSort] = useState(sort);
  if (shownSort !== sort) {
    setShownSort(sort);
    setReordering(selection.ids.size + selection.outsideCount > 0);
  } else if (isReordering && (selection.outsideCount === 0 || list.isWhole || list.isFailed)) setReordering(false);
  useEscape(selection.ids.size > 0 || isLoadingAll, () => {
    setSelectingAll(false);
    setReordering(false);
    selection.clear();
  });

  const edit = useCallback((id: number) => latest.current.setEdited(String(id)), []);
  const { toggle } = selection;
  const actions = useMemo<PhotoActions>(() => ({ edit, remove: setToDelete, toggle }), [edit, toggle]);

  const clearButton = (
    <Button ref={passFocus} onClick={clear}>
      Clear filters
    </Button>
  );
  const isEmptyFailure = list.isFailed && photos.length === 0;
  const isFiltered = isFiltering(filter);
  const showsTable = isTable && (total !== 0 || drafts.drafts.size > 0) && !isEmptyFailure;
  const count = total ?? photos.length + SKELETONS;
  const position = edited === null ? -1 : photos.findIndex(({ id }) => id === Number(edited));
  if (position + 1 !== editedEnd) setEditedEnd(position + 1);

  return (
    <>
      {!isEmptyFailure && (
        <PhotoSummary
          total={total}
          isFiltered={isFiltered}
          selected={selected.length}
          loaded={isLoadingAll ? photos.length : undefined}
          isSelectingAll={isSelectingAll}
          onSelectAll={() => setSelectingAll(true)}
          onClearFilter={clear}
        >
          <Segments label="View" options={VIEWS} value={isTable ? 'table' : 'grid'} onChange={setView} />
        </PhotoSummary>
      )}
      {drafts.drafts.size > 0 ? <DraftBar drafts={drafts} onSave={() => void save()} /> : showsTable && <TableHelp />}
      {selected.length > 0 && <BulkBar photos={selected} bulk={bulk} onClear={selection.clear} />}
      {list.isFailed && <LoadFailure isInline={!isEmptyFailure} title="Failed to fetch photos" onRetry={list.retry} />}
      {total === 0 && (
        <Notice title="No photos found" action={isFiltered ? clearButton : addButton}>
          {isFiltered
            ? 'No matches. Try other words or clear the filters.'
            : 'Get started by uploading your first photo.'}
        </Notice>
      )}
      {showsTable && (
        <PhotoTable
          list={list}
          selected={selection.ids}
          actions={actions}
          drafts={drafts}
          fault={fault}
          onSave={() => void save()}
          onReach={setVisibleEnd}
        />
      )}
      {!isTable && count > 0 && !isEmptyFailure && (
        <PhotoGrid
          photos={photos}
          count={count}
          selected={selection.ids}
          hiddenReason={hiddenReason}
          actions={actions}
          onReach={setVisibleEnd}
        />
      )}
      {toDelete && (
        <DeletePhotosDialog
          photos={[toDelete]}
          onConfirm={() => {
            setToDelete(undefined);
            // A change of the order would load all pages in search of it.
            selection.remove([toDelete.id]);
            remove(toDelete.id);
          }}
          onClose={() => setToDelete(undefined)}
        />
      )}
      {edited !== null && (
        <EditPhotoDialog
          id={Number(edited)}
          listed={photos[position]}
          previous={photos[position - 1]?.id}
          next={position < 0 ? undefined : photos[position + 1]?.id}
          onGo={(id) => setEdited(String(id))}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

/** Calls `run` on Escape, except in dialogs and fields, which handle it themselves. */
function useEscape(isOn: boolean, run: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !shouldIgnoreShortcut(event)) run();
  });
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: KeyboardEvent) => handle(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [isOn]);
}

/** Deletes a photo by its id, optimistically. */
function useDeletePhoto(): (id: number) => void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const undo = useUndo();
  const { mutate } = useOptimisticMutation({
    mutationKey: ['delete photo'],
    ids: (id: number) => [id],
    mutationFn: (id: number) => deletePhoto(api, id),
    ...LISTS,
    apply: async (id) => {
      const putBack = await removePhotos(queryClient, new Set([id]));
      return (error) => void (!isMissing(error) && putBack());
    },
    failure: (error) => failureMessage(error, 'Failed to delete photo', 'An unexpected error occurred'),
    // A list fetched meanwhile may contain the photo, and its total may count it.
    onSettled: (id, error) => {
      if (!error) undo('Photo deleted successfully!', 'photo', [id]);
      if (error && !isMissing(error)) return refetchTotal(queryClient);
      void refreshCounts(queryClient);
      return removeDeletedPhotos(queryClient, new Set([id]));
    },
    onIdle: (isStale) => void (isStale && queryClient.invalidateQueries(LISTS)),
  });
  return mutate;
}
