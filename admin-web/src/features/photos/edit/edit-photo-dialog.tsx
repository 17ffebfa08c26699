import { failureMessage, photoQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { Button, Dialog, IconButton, Notice, Spinner } from '@portfolio/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useUnsavedChanges } from '../../../app/forms/unsaved-changes.tsx';
import { isMissing, refreshCounts, removeDeletedPhotos } from '../cache/photo-cache.ts';
import styles from './edit-photo-dialog.module.css';
import { EditPhotoForm } from './edit-photo-form.tsx';

interface EditPhotoDialogProps {
  id: number;
  /** The photo from the list; undefined where the list does not contain it. */
  listed: PhotoView | undefined;
  /** Ids of the neighbours in the list; undefined at its ends. */
  previous: number | undefined;
  next: number | undefined;
  onGo: (id: number) => void;
  onClose: () => void;
}

/** Edit dialog of a photo. Until the server responds, it shows the cached photo, or else that of the list. */
export function EditPhotoDialog({ id, listed, previous, next, onGo, onClose }: EditPhotoDialogProps) {
  const { api } = useAdmin();
  const [isDirty, setDirty] = useState(false);
  const destination = useRef(onClose);
  // Refetched at each opening: the address of the original expires.
  const { data, error, isFetchedAfterMount, refetch } = useQuery({ ...photoQuery(api, id), staleTime: 0 });
  const photo = data ?? listed;
  // A deleted photo may have been restored since its last opening.
  const isDeleted = isFetchedAfterMount && isMissing(error);
  const { leave, confirmDialog } = useUnsavedChanges(isDirty && !isDeleted, () => {
    setDirty(false);
    destination.current();
  });
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isDeleted) return;
    void removeDeletedPhotos(queryClient, new Set([id]));
    void refreshCounts(queryClient);
  }, [isDeleted, queryClient, id]);

  const leaveTo = (to: () => void) => {
    destination.current = to;
    leave();
  };
  const step = (label: string, icon: 'previous' | 'next', to: number | undefined) => (
    <IconButton
      label={label}
      icon={icon}
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && leaveTo(() => onGo(to))}
    />
  );

  return (
    <>
      <Dialog title="Edit Photo" size="large" onClose={() => leaveTo(onClose)}>
        <nav className={styles.steps} aria-label="Photos beside this one">
          {step('Previous photo', 'previous', previous)}
          {step('Next photo', 'next', next)}
          <p role="status" className="visually-hidden">
            {photo?.title}
          </p>
        </nav>
        {!photo && !error && <Spinner label="Loading the photo" />}
        {error && (isDeleted || !photo) ? (
          <Notice
            tone="failure"
            title={failureMessage(error, 'Failed to fetch the photo')}
            action={
              <Button onClick={isDeleted ? onClose : () => void refetch()}>{isDeleted ? 'Close' : 'Try Again'}</Button>
            }
          />
        ) : (
          photo && (
            <EditPhotoForm
              key={photo.id}
              photo={photo}
              onDirtyChange={setDirty}
              next={next}
              onSaved={(to) => (to === undefined ? onClose() : onGo(to))}
              onCancel={() => leaveTo(onClose)}
            />
          )
        )}
      </Dialog>
      {confirmDialog}
    </>
  );
}
