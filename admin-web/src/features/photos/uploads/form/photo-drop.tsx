import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import toast from 'react-hot-toast';
import { useLocation, useNavigate } from 'react-router';
import { useAdmin } from '../../../../app/layout/admin-context.ts';
import { NO_PHOTOS } from '../files/read-files.ts';
import { readSharedFiles, type SharedFiles } from '../files/saved-files.ts';
import { useFileDrop } from '../files/use-file-drop.ts';
import { clearSelection, useUploads } from '../uploads-provider.tsx';
import styles from './upload-form.module.css';

/** Opens the upload dialog for shared files, and for files dropped while no dialog is open. */
export function PhotoDrop() {
  const { paths } = useAdmin();
  const uploads = useUploads();
  const navigate = useNavigate();
  const { pathname, search, key } = useLocation();
  const [refusing, setRefusing] = useState<Element>();
  const isOnPhotos = pathname === paths.photos;
  const params = new URLSearchParams(search);
  const isDialogOpen = isOnPhotos && params.has('new');
  const isShared = isOnPhotos && params.has('shared');

  // Closing the dialog clears the selection. A signed-out artist keeps it: this component unmounts first.
  useEffect(() => {
    if (!isDialogOpen) clearSelection(uploads);
  }, [isDialogOpen, key, uploads]);

  const openDialog = (files: File[], sharedKeys: readonly string[] = []) => {
    uploads.selection.set({ files, typed: undefined, sharedKeys });
    const filters = new URLSearchParams(isOnPhotos ? search : '');
    filters.delete('shared');
    filters.set('new', '');
    void navigate(
      { pathname: paths.photos, search: filters.toString() },
      { replace: isOnPhotos, preventScrollReset: isOnPhotos },
    );
  };
  const isDragging = useFileDrop(
    (files) => {
      const dialog = topDialog();
      setRefusing(dialog);
      if (dialog) return;
      if (files.length === 0) return void toast.error(NO_PHOTOS);
      openDialog(files);
    },
    { over: window },
  );

  const isReading = useRef(false);
  const isEmptyDialog = () => isDialogOpen && uploads.selection.get().files.length === 0;
  // The artist may have left the page, or chosen other files, during the read.
  const showShared = useEffectEvent(({ files, keys, hasExpired }: SharedFiles) => {
    if (!isShared && !isEmptyDialog()) return;
    if (files.length > 0) return openDialog(files, keys);
    if (!isShared) return;
    toast.error(
      hasExpired
        ? 'The shared photos were deleted after a day. Share them again.'
        : 'The shared photos could not be saved in this browser',
    );
    void navigate(paths.photos, { replace: true });
  });
  // Also after a reload of the page with the dialog, and when the page was left during the read.
  const openShared = useEffectEvent(async () => {
    // Strict mode runs effects twice.
    if (isReading.current || !(isShared || isEmptyDialog())) return;
    isReading.current = true;
    const shared = await readSharedFiles().catch((): SharedFiles => ({ files: [], keys: [], hasExpired: false }));
    isReading.current = false;
    showShared(shared);
  });
  useEffect(() => void openShared(), [isShared, isDialogOpen]);

  if (refusing?.isConnected) {
    // Outside of a modal dialog it would be inert.
    return createPortal(
      <p role="status" className={styles.refusal}>
        Close this first, then drop the photos
      </p>,
      refusing,
    );
  }
  return isDragging && !topDialog() ? (
    <div className={styles.drop} aria-hidden="true">
      <p>Drop to upload</p>
    </div>
  ) : null;
}

const topDialog = (): Element | undefined => [...document.querySelectorAll('dialog[open]')].at(-1);
