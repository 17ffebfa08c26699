import { failureMessage } from '@portfolio/api-client';
import type { GalleryView, PhotoView, PhotoVisibility } from '@portfolio/contracts';
import { Button, ConfirmDialog, Dialog, DialogActions, Notice, SelectField, Spinner } from '@portfolio/ui';
import { useState, type ReactNode } from 'react';
import { LoadFailure } from '../../../app/components/load-failure.tsx';
import { formatCount, formatPhotoCount } from '../../../app/format-number.ts';
import { DialogBody } from '../../../app/forms/form-dialog.tsx';
import { useUnsavedChanges } from '../../../app/forms/unsaved-changes.tsx';
import { GalleryOptions, useGalleries } from '../../../app/galleries.tsx';
import { TrashNotice } from '../../../app/trash/trash-mutations.tsx';
import { TagsField } from '../edit/tags-field.tsx';
import { VisibilityChoice } from '../edit/visibility-choice.tsx';
import type { PhotoGallery, TagChanges } from './use-bulk-changes.ts';

interface ChoiceDialogProps<T> {
  onChoose: (choice: T) => void;
  onClose: () => void;
}

interface AddToGalleryDialogProps extends ChoiceDialogProps<GalleryView> {
  /** Opens the form for a new gallery with the photos. */
  onCreate: () => void;
}

export function AddToGalleryDialog({ onChoose, onCreate, onClose }: AddToGalleryDialogProps) {
  const { data: galleries, error, refetch } = useGalleries();
  const [id, setId] = useState('');
  const createButton = (
    <Button icon="plus" onClick={onCreate}>
      Create Gallery
    </Button>
  );
  return (
    <Dialog title="Add to gallery" size="small" onClose={onClose}>
      {!galleries && !error && <Spinner label="Loading the galleries" />}
      {!galleries && error && (
        <LoadFailure title={failureMessage(error, 'Failed to load galleries')} onRetry={() => void refetch()} />
      )}
      {galleries?.length === 0 && (
        <Notice title="No galleries yet" action={createButton}>
          A new gallery starts with the selected photos.
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
            hint="Photos that are not in it yet are added at the end, in the order of the list."
            data-autofocus
            value={id}
            onChange={({ target }) => setId(target.value)}
          >
            <GalleryOptions none="Choose a gallery" />
          </SelectField>
          <p>{createButton}</p>
        </ChoiceForm>
      )}
    </Dialog>
  );
}

/** Selects the gallery that the selected photos leave, from those that they are in. */
export function RemoveFromGalleryDialog(props: ChoiceDialogProps<PhotoGallery> & { photos: PhotoView[] }) {
  const { photos, onChoose, onClose } = props;
  const [id, setId] = useState('');
  const galleries = new Map(photos.flatMap((photo) => photo.galleries.map((each) => [String(each.id), each])));
  return (
    <Dialog title="Remove from gallery" size="small" onClose={onClose}>
      <ChoiceForm label="Remove" choice={galleries.get(id)} onChoose={onChoose} onClose={onClose}>
        <SelectField
          label="Gallery"
          hint="The photos stay in their other galleries and in the list of photos."
          data-autofocus
          value={id}
          onChange={({ target }) => setId(target.value)}
        >
          <option value="">Choose a gallery</option>
          {[...galleries].map(([value, { title }]) => (
            <option key={value} value={value} dir="auto">
              {title}
            </option>
          ))}
        </SelectField>
      </ChoiceForm>
    </Dialog>
  );
}

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

interface ChangeTagsDialogProps extends ChoiceDialogProps<TagChanges> {
  initial: TagChanges | undefined;
}

/** Tags to add to the selected photos, and to remove from them. Closing asks before it discards them. */
export function ChangeTagsDialog({ initial, onChoose, onClose }: ChangeTagsDialogProps) {
  const [added, setAdded] = useState(initial?.added ?? []);
  const [removed, setRemoved] = useState(initial?.removed ?? []);
  const choice = added.length + removed.length > 0 ? { added, removed } : undefined;
  const { leave, confirmDialog } = useUnsavedChanges(choice !== undefined, onClose);
  return (
    <>
      <Dialog title="Change tags" size="small" onClose={leave}>
        <ChoiceForm label="Change" choice={choice} onChoose={onChoose} onClose={leave}>
          <TagsField label="Add tags" value={added} onChange={setAdded} data-autofocus />
          <TagsField label="Remove tags" hint="Enter or a comma ends a tag" value={removed} onChange={setRemoved} />
        </ChoiceForm>
      </Dialog>
      {confirmDialog}
    </>
  );
}

interface ChoiceFormProps<T> extends ChoiceDialogProps<T> {
  /** Of the submit button. */
  label: string;
  choice: T | undefined;
  children: ReactNode;
}

function ChoiceForm<T>(props: ChoiceFormProps<T>) {
  const { label, choice, onChoose, onClose, children } = props;
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

interface DeletePhotosDialogProps {
  photos: PhotoView[];
  onConfirm: () => void;
  onClose: () => void;
}

export function DeletePhotosDialog({ photos, onConfirm, onClose }: DeletePhotosDialogProps) {
  const isOne = photos.length === 1;
  const subject = isOne ? `“${photos[0]!.title}”` : `these ${formatPhotoCount(photos.length)}`;
  return (
    <ConfirmDialog
      title={isOne ? 'Delete photo' : 'Delete photos'}
      confirmLabel="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        Are you sure you want to delete {subject}? {consequences(photos)}
      </p>
      <TrashNotice count={photos.length} />
    </ConfirmDialog>
  );
}

/** The number of comments is left out: the view counts approved ones only. */
function consequences(photos: PhotoView[]): string {
  const [subject, its] = photos.length === 1 ? ['It', 'Its'] : ['They', 'Their'];
  const galleries = new Set(photos.flatMap((photo) => photo.galleries.map(({ id }) => id))).size;
  const left =
    galleries > 0 ? ` ${subject} will be missing from ${formatCount(galleries, 'gallery', 'galleries')}.` : '';
  return `${its} comments will be deleted too.${left}`;
}
