import type { UploadPhoto } from '@portfolio/contracts';
import { Dialog } from '@portfolio/ui';
import { useState, useSyncExternalStore } from 'react';
import { imageFault } from '../../../../app/image/image-file.ts';
import { useUnsavedChanges } from '../../../../app/forms/unsaved-changes.tsx';
import { useChosenPhotos } from './chosen-photos-context.ts';
import { BulkUploadForm } from './bulk-upload-form.tsx';
import { SinglePhotoForm } from './single-photo-form.tsx';
import { useUploadLimit } from './use-upload-limit.ts';

export interface UploadDialogProps {
  onClose: () => void;
}

/**
 * One photo with all its details, or several at once with their titles. What was typed for one stays its own among several.
 * Cancel throws away what was typed, as its name says; whoever slips out another way is asked.
 */
export function UploadDialog({ onClose }: UploadDialogProps) {
  const chosen = useChosenPhotos();
  const { files, typed } = useSyncExternalStore(chosen.subscribe, chosen.snapshot);
  const [isDirty, setDirty] = useState(false);
  const limit = useUploadLimit();
  const { leave, question } = useUnsavedChanges(isDirty, onClose);
  const several = files.length > 1;
  const choose = (more: File[], details: UploadPhoto) => {
    if (more.length < 2) return chosen.choose(more);
    const [first] = files;
    chosen.choose(first && !imageFault(first, limit) ? withFirst(first, more) : more, details);
  };
  return (
    <>
      <Dialog title={several ? 'Upload Photos' : 'Upload Photo'} onClose={leave}>
        {several ? (
          <BulkUploadForm
            files={files}
            typed={typed}
            onMore={(more) => chosen.choose([...files, ...more], typed)}
            onDirtyChange={setDirty}
            onClose={onClose}
          />
        ) : (
          <SinglePhotoForm image={files[0]} onChoose={choose} onDirtyChange={setDirty} onClose={onClose} />
        )}
      </Dialog>
      {question}
    </>
  );
}

/** Several that were chosen, after the one that was there before, to which belongs what was typed. */
function withFirst(first: File, chosen: File[]): File[] {
  const again = (file: File) =>
    file.name === first.name && file.size === first.size && file.lastModified === first.lastModified;
  return [first, ...chosen.filter((file) => !again(file))];
}
