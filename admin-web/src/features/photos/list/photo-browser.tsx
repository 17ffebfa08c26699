import type { PhotoView } from '@portfolio/contracts';
import { Button, InlineFailure, Notice } from '@portfolio/ui';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { isTakenByInput } from '../../../app/shortcuts/use-shortcuts.ts';
import { useDialogAddress } from '../../../app/forms/use-dialog-address.ts';
import { useIsHidden } from '../../../app/use-is-hidden.ts';
import { useSelection } from '../../../app/use-selection.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { DeletePhotosDialog } from '../bulk/delete-photos-dialog.tsx';
import { EditPhotoDialog } from '../edit/edit-photo-dialog.tsx';
import type { PhotoActions } from './photo-card.tsx';
import { isNarrowed } from './photo-filter.ts';
import { PhotoGrid } from './photo-grid.tsx';
import { PhotoSummary } from '../edit/photo-summary.tsx';
import styles from './photos-page.module.css';
import { useBulkChanges } from '../bulk/use-bulk-changes.ts';
import { useDeletePhoto } from '../edit/use-delete-photo.ts';
import { useLivePhotos } from './use-live-photos.ts';
import type { PhotoFilterState } from './use-photo-filter.ts';
import { usePhotoList } from './use-photo-list.ts';

/** Places shown before anything is known of what comes. */
const FIRST_PLACES = 24;

export interface PhotoBrowserProps {
  filters: PhotoFilterState;
  /** What to do where there is no photo yet. */
  addButton: ReactNode;
}

/** The photos that pass the filter, to look at, select, edit and delete. */
export function PhotoBrowser({ filters, addButton }: PhotoBrowserProps) {
  const { filter, settled, clear } = filters;
  const [reach, setReach] = useState(0);
  const [isSelectingAll, setSelectingAll] = useState(false);
  const [isReordering, setReordering] = useState(false);
  const isGathering = isSelectingAll || isReordering;
  const list = usePhotoList(filter, settled, isGathering ? Infinity : reach);
  const { photos, total } = list;
  const listed = useMemo(() => photos.map(({ id }) => id), [photos]);
  const { sort, ...narrowed } = filter;
  const selection = useSelection(listed, JSON.stringify(narrowed));
  // Bulk actions follow the shown order, so they wait until all selected photos are loaded.
  const selected = isReordering ? [] : photos.filter(({ id }) => selection.ids.has(id));
  const remove = useDeletePhoto();
  const [asked, setAsked] = useState<PhotoView>();
  const [edited, openEdit] = useDialogAddress('edit');
  const isHidden = useIsHidden();
  const latest = useRef({ selection, openEdit });
  useEffect(() => {
    latest.current = { selection, openEdit };
  });
  const bulk = useBulkChanges((done) => {
    // What is left stays selected, to be tried again. Others may have been selected meanwhile.
    const now = latest.current.selection;
    now.set([...now.ids].filter((id) => !done.has(id)));
  });
  useLivePhotos(photos, settled.status !== undefined);

  // All are selected once all are known.
  if (isSelectingAll && (list.isWhole || list.isFailed)) {
    setSelectingAll(false);
    if (list.isWhole) selection.set(listed);
  }
  // In another order the selected photos stand on other pages.
  const [shownSort, setShownSort] = useState(sort);
  if (shownSort !== sort) {
    setShownSort(sort);
    setReordering(selection.ids.size + selection.missing > 0);
  } else if (isReordering && (selection.missing === 0 || list.isWhole || list.isFailed)) setReordering(false);
  useEscape(selection.ids.size > 0 || isGathering, () => {
    setSelectingAll(false);
    setReordering(false);
    selection.clear();
  });

  const edit = useCallback((id: number) => latest.current.openEdit(String(id)), []);
  const { toggle } = selection;
  const actions = useMemo<PhotoActions>(() => ({ edit, remove: setAsked, select: toggle }), [edit, toggle]);

  const isFiltered = isNarrowed(filter);
  const count = total ?? photos.length + FIRST_PLACES;
  const place = edited === null ? -1 : photos.findIndex(({ id }) => id === Number(edited));

  return (
    <>
      {!(list.isFailed && photos.length === 0) && (
        <PhotoSummary
          total={total}
          isFiltered={isFiltered}
          selected={selected.length}
          gathered={isGathering ? photos.length : undefined}
          onSelectAll={() => setSelectingAll(true)}
          onClearFilter={clear}
        />
      )}
      {selected.length > 0 && <BulkBar photos={selected} bulk={bulk} onClear={selection.clear} />}
      {list.isFailed && photos.length === 0 && (
        <Notice
          tone="failure"
          title="Failed to fetch photos"
          action={<Button onClick={list.retry}>Try Again</Button>}
        />
      )}
      {list.isFailed && photos.length > 0 && (
        <div className={styles.failed}>
          <InlineFailure>Failed to fetch photos</InlineFailure>
          <Button onClick={list.retry}>Try Again</Button>
        </div>
      )}
      {total === 0 && !isFiltered && (
        <Notice title="No photos found" action={addButton}>
          Get started by uploading your first photo.
        </Notice>
      )}
      {total === 0 && isFiltered && (
        <Notice title="No photos found" action={<Button onClick={clear}>Clear filters</Button>}>
          No matches. Try other words or clear the filters.
        </Notice>
      )}
      {count > 0 && !(list.isFailed && photos.length === 0) && (
        <PhotoGrid
          photos={photos}
          count={count}
          selected={selection.ids}
          isHidden={isHidden}
          actions={actions}
          onReach={setReach}
        />
      )}
      {asked && (
        <DeletePhotosDialog
          photos={[asked]}
          onConfirm={() => {
            setAsked(undefined);
            remove(asked.id);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {edited !== null && (
        <EditPhotoDialog
          id={Number(edited)}
          listed={photos[place]}
          previous={photos[place - 1]?.id}
          next={place < 0 ? undefined : photos[place + 1]?.id}
          onGo={(id) => openEdit(String(id))}
          onClose={() => openEdit(null)}
        />
      )}
    </>
  );
}

/** Hears Escape wherever the focus is, but for dialogs and fields, which have their own use for it. */
function useEscape(isOn: boolean, run: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isTakenByInput(event)) run();
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
}
