import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import toast from 'react-hot-toast';
import { useLocation, useNavigate } from 'react-router';
import { useAdmin } from '../../../../app/layout/admin-context.ts';
import { useChosenPhotos } from './chosen-photos-context.ts';
import styles from './photo-drop.module.css';
import { NO_PHOTOS } from '../../bulk/photos-in-words.ts';
import { useFileDrop } from '../files/use-file-drop.ts';

/**
 * Takes photos that are dropped anywhere in the back office to the upload dialog. A dialog that is open is not to be lost:
 * it says where they can be dropped.
 */
export function PhotoDrop() {
  const { paths } = useAdmin();
  const chosen = useChosenPhotos();
  const navigate = useNavigate();
  const { pathname, search, key } = useLocation();
  const [refusing, setRefusing] = useState<Element>();
  const isOnPhotos = pathname === paths.photos;
  const isUploading = isOnPhotos && new URLSearchParams(search).has('new');

  // Whichever way the dialog was left, what it was about is over. The end of the session takes this away before.
  useEffect(() => {
    if (!isUploading) chosen.clear();
  }, [isUploading, key, chosen]);

  const held = useFileDrop(
    (files) => {
      const dialog = openDialog();
      setRefusing(dialog);
      if (dialog) return;
      if (files.length === 0) return void toast.error(NO_PHOTOS);
      chosen.choose(files);
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
    // Beside a modal dialog nothing is seen or read out.
    return createPortal(
      <p role="status" className={styles.refusal}>
        Close this first, then drop the photos
      </p>,
      refusing,
    );
  }
  return held && !openDialog() ? (
    <div className={styles.drop} aria-hidden="true">
      <p>Drop to upload</p>
    </div>
  ) : null;
}

/** The one on top. */
const openDialog = (): Element | undefined => [...document.querySelectorAll('dialog[open]')].at(-1);
