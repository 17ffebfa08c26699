import { failureMessage, photoQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { Button, Dialog, IconButton, Notice, Spinner } from '@portfolio/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useUnsavedChanges } from '../../../app/forms/unsaved-changes.tsx';
import styles from './edit-photo-dialog.module.css';
import { EditPhotoForm } from './edit-photo-form.tsx';
import { forgetPhotos, isGone } from '../cache/gone-photos.ts';

export interface EditPhotoDialogProps {
  id: number;
  /** The photo as the list has it; undefined where it is not there. */
  listed: PhotoView | undefined;
  /** The photos beside it in the list; undefined at its ends. */
  previous: number | undefined;
  next: number | undefined;
  onGo: (id: number) => void;
  onClose: () => void;
}

/** A photo's words, galleries and price. What the list knows is there at once; what the server says is asked for with it. */
export function EditPhotoDialog({ id, listed, previous, next, onGo, onClose }: EditPhotoDialogProps) {
  const { api } = useAdmin();
  const [isDirty, setDirty] = useState(false);
  const way = useRef(onClose);
  const { leave, question } = useUnsavedChanges(isDirty, () => {
    setDirty(false);
    way.current();
  });
  // Every opening reads it anew: the address of the original lasts only so long.
  const { data, error, refetch } = useQuery({ ...photoQuery(api, id), staleTime: 0 });
  const photo = data ?? listed;
  const hasGone = isGone(error);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (hasGone) void forgetPhotos(queryClient, new Set([id]));
  }, [hasGone, queryClient, id]);

  const leaveFor = (to: () => void) => {
    way.current = to;
    leave();
  };
  const step = (label: string, icon: 'previous' | 'next', to: number | undefined) => (
    <IconButton
      label={label}
      icon={icon}
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && leaveFor(() => onGo(to))}
    />
  );

  return (
    <>
      <Dialog title="Edit Photo" size="large" onClose={() => leaveFor(onClose)}>
        <nav className={styles.steps} aria-label="Photos beside this one">
          {step('Previous photo', 'previous', previous)}
          {step('Next photo', 'next', next)}
        </nav>
        {!photo && !error && <Spinner label="Loading the photo" />}
        {error && (hasGone || !photo) ? (
          <Notice
            tone="failure"
            title={failureMessage(error, 'Failed to fetch the photo')}
            action={
              hasGone ? (
                <Button onClick={onClose}>Close</Button>
              ) : (
                <Button onClick={() => void refetch()}>Try Again</Button>
              )
            }
          />
        ) : (
          photo && (
            <EditPhotoForm
              key={photo.id}
              photo={photo}
              onDirtyChange={setDirty}
              onSaved={onClose}
              onCancel={() => leaveFor(onClose)}
            />
          )
        )}
      </Dialog>
      {question}
    </>
  );
}
