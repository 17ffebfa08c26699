import { failureMessage } from '@portfolio/api-client';
import type { GalleryView, PhotoVisibility } from '@portfolio/contracts';
import { Button, Dialog, DialogActions, Notice, SelectField, Spinner } from '@portfolio/ui';
import { useState, type ReactNode } from 'react';
import { LoadFailure } from '../../../app/components/load-failure.tsx';
import { DialogBody } from '../../../app/forms/form-dialog.tsx';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { GalleryOptions, useGalleries } from '../../../app/galleries.tsx';
import { VisibilityChoice } from '../edit/visibility-choice.tsx';

export interface ChoiceDialogProps<T> {
  onChoose: (choice: T) => void;
  onClose: () => void;
}

/** Selects the gallery for the selected photos. */
export function AddToGalleryDialog({ count, onChoose, onClose }: ChoiceDialogProps<GalleryView> & { count: number }) {
  const { data: galleries, error, refetch } = useGalleries();
  const [id, setId] = useState('');
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
        <ChoiceForm
          label="Add"
          choice={galleries.find((gallery) => String(gallery.id) === id)}
          onChoose={onChoose}
          onClose={onClose}
        >
          <SelectField
            label="Gallery"
            hint={`${formatPhotoCount(count)} will be added at the end, in the order of the list.`}
            data-autofocus
            value={id}
            onChange={({ target }) => setId(target.value)}
          >
            <GalleryOptions none="Choose a gallery" />
          </SelectField>
        </ChoiceForm>
      )}
    </Dialog>
  );
}

/** Selects the visibility for the selected photos. */
export function ChangeVisibilityDialog({ onChoose, onClose }: ChoiceDialogProps<PhotoVisibility>) {
  const [chosen, setChosen] = useState<PhotoVisibility>();
  return (
    <Dialog title="Change visibility" size="small" onClose={onClose}>
      <ChoiceForm label="Change" choice={chosen} onChoose={onChoose} onClose={onClose}>
        <VisibilityChoice
          radio={(value) => ({ name: 'visibility', checked: value === chosen, onChange: () => setChosen(value) })}
        />
      </ChoiceForm>
    </Dialog>
  );
}

interface ChoiceFormProps<T> extends ChoiceDialogProps<T> {
  /** Of the submit button. */
  label: string;
  choice: T | undefined;
  children: ReactNode;
}

function ChoiceForm<T>({ label, choice, onChoose, onClose, children }: ChoiceFormProps<T>) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (choice !== undefined) onChoose(choice);
      }}
    >
      <DialogBody>{children}</DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={choice === undefined}>
          {label}
        </Button>
      </DialogActions>
    </form>
  );
}
