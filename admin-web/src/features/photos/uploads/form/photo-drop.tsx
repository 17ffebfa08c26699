import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import toast from 'react-hot-toast';
import { useLocation, useNavigate } from 'react-router';
import { useAdmin } from '../../../../app/layout/admin-context.ts';
import { NO_PHOTOS } from '../files/read-files.ts';
import { useFileDrop } from '../files/use-file-drop.ts';
import { clearSelection, useUploads } from '../uploads-provider.tsx';
import styles from './photo-drop.module.css';

/** Opens the upload dialog for files dropped on any page, unless another dialog is open. */
export function PhotoDrop() {
  const { paths } = useAdmin();
  const uploads = useUploads();
  const navigate = useNavigate();
  const { pathname, search, key } = useLocation();
  const [refusing, setRefusing] = useState<Element>();
  const isOnPhotos = pathname === paths.photos;
  const isUploading = isOnPhotos && new URLSearchParams(search).has('new');

  // Closing the upload dialog clears the selection. The end of a session unmounts this first.
  useEffect(() => {
    if (!isUploading) clearSelection(uploads);
  }, [isUploading, key, uploads]);

  const isDragging = useFileDrop(
    (files) => {
      const dialog = topDialog();
      setRefusing(dialog);
      if (dialog) return;
      if (files.length === 0) return void toast.error(NO_PHOTOS);
      uploads.selection.set({ files, typed: undefined });
      const filters = new URLSearchParams(isOnPhotos ? search : '');
      filters.set('new', '');
      void navigate(
        { pathname: paths.photos, search: filters.toString() },
        { replace: isOnPhotos, preventScrollReset: isOnPhotos },
      );
    },
    { over: window },
  );

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
