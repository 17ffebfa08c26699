import { Button, Dialog, Notice, Spinner } from '@portfolio/ui';
import { useState } from 'react';
import { useUnsavedChanges } from '../../../app/forms/unsaved-changes.tsx';
import { GalleryForm } from './gallery-form.tsx';
import { useWholeGallery } from '../use-whole-gallery.ts';

/** Makes a gallery out of words and photos in an order. */
export function CreateGalleryDialog({ onClose }: { onClose: () => void }) {
  const [isDirty, setDirty] = useState(false);
  const { leave, question } = useUnsavedChanges(isDirty, onClose);
  return (
    <>
      <Dialog title="Create Gallery" size="large" onClose={leave}>
        <GalleryForm onDirtyChange={setDirty} onCancel={leave} onSaved={onClose} />
      </Dialog>
      {question}
    </>
  );
}

/** Changes a gallery's words, its photos and their order, once all of it is there. */
export function EditGalleryDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [isDirty, setDirty] = useState(false);
  const { leave, question } = useUnsavedChanges(isDirty, onClose);
  const { saved, failure, retry } = useWholeGallery(id);
  return (
    <>
      <Dialog title="Edit Gallery" size="large" onClose={leave}>
        {saved && <GalleryForm saved={saved} onDirtyChange={setDirty} onCancel={leave} onSaved={onClose} />}
        {!saved && !failure && <Spinner label="Loading gallery" />}
        {failure && <Notice tone="failure" title={failure} action={<Button onClick={retry}>Try Again</Button>} />}
      </Dialog>
      {question}
    </>
  );
}
