import { Spinner } from '@portfolio/ui';
import { FormDialog } from '../../../app/forms/form-dialog.tsx';
import { LoadFailure } from '../../../app/components/load-failure.tsx';
import { useWholeGallery } from '../use-whole-gallery.ts';
import { GalleryForm } from './gallery-form.tsx';

export function CreateGalleryDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog title="Create Gallery" size="large" onClose={onClose}>
      {({ onDirtyChange, leave }) => <GalleryForm onDirtyChange={onDirtyChange} onCancel={leave} onSaved={onClose} />}
    </FormDialog>
  );
}

/** Shows the form when the gallery and all its photos are loaded. */
export function EditGalleryDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { saved, failure, retry } = useWholeGallery(id);
  return (
    <FormDialog title="Edit Gallery" size="large" onClose={onClose}>
      {({ onDirtyChange, leave }) => (
        <>
          {saved && <GalleryForm saved={saved} onDirtyChange={onDirtyChange} onCancel={leave} onSaved={onClose} />}
          {!saved && !failure && <Spinner label="Loading gallery" />}
          {failure && <LoadFailure title={failure} onRetry={() => void retry()} />}
        </>
      )}
    </FormDialog>
  );
}
