import { allGalleriesQuery, failureMessage } from '@portfolio/api-client';
import type { GalleryView } from '@portfolio/contracts';
import { Button, Dialog, DialogActions, Notice, SelectField, Spinner } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogBody } from '../../../app/forms/form-dialog.tsx';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { GalleryOptions } from '../../../app/gallery-options.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { LoadFailure } from '../../../app/components/load-failure.tsx';

export interface AddToGalleryDialogProps {
  count: number;
  onChoose: (gallery: GalleryView) => void;
  onClose: () => void;
}

/** Selects the gallery for the selected photos. */
export function AddToGalleryDialog({ count, onChoose, onClose }: AddToGalleryDialogProps) {
  const { api } = useAdmin();
  const { data: galleries, error, refetch } = useQuery(allGalleriesQuery(api));
  const [id, setId] = useState('');
  const gallery = galleries?.find((each) => String(each.id) === id);
  return (
    <Dialog title="Add to gallery" size="small" onClose={onClose}>
      {!galleries && !error && <Spinner label="Loading the galleries" />}
      {!galleries && error && (
        <LoadFailure title={failureMessage(error, 'Failed to load galleries')} onRetry={() => void refetch()} />
      )}
      {galleries?.length === 0 && (
        <Notice title="No galleries yet" action={<Button onClick={onClose}>Close</Button>}>
          Create one on the page Galleries, and come back to fill it.
        </Notice>
      )}
      {galleries && galleries.length > 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (gallery) onChoose(gallery);
          }}
        >
          <DialogBody>
            <SelectField
              label="Gallery"
              hint={`${formatPhotoCount(count)} will be added at the end, in the order of the list.`}
              data-autofocus
              value={id}
              onChange={({ target }) => setId(target.value)}
            >
              <GalleryOptions none="Choose a gallery" />
            </SelectField>
          </DialogBody>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={!gallery}>
              Add
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
