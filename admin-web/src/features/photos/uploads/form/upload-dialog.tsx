import type { UploadPhoto } from '@portfolio/contracts';
import { FormDialog } from '../../../../app/forms/form-dialog.tsx';
import { imageFault } from '../../../../app/image/image-file.ts';
import { useUploads } from '../uploads-provider.tsx';
import { BulkUploadForm } from './bulk-upload-form.tsx';
import { SinglePhotoForm } from './single-photo-form.tsx';
import { useUploadLimit } from './use-upload-limit.ts';

/**
 * Upload dialog for one photo with all details, or several with their titles. The Cancel button discards input without
 * confirmation.
 */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { selection } = useUploads();
  const { files, typed } = selection.use();
  const limit = useUploadLimit();
  const isBulk = files.length > 1;
  const choose = (more: File[], details: UploadPhoto) => {
    if (more.length < 2) return selection.set({ files: more, typed: undefined });
    const [first] = files;
    selection.set({ files: first && !imageFault(first, limit) ? withFirst(first, more) : more, typed: details });
  };
  return (
    <FormDialog title={isBulk ? 'Upload Photos' : 'Upload Photo'} onClose={onClose}>
      {({ onDirtyChange }) =>
        isBulk ? (
          <BulkUploadForm
            files={files}
            typed={typed}
            onAdd={(more) => selection.set({ files: [...files, ...more], typed })}
            onDirtyChange={onDirtyChange}
            onClose={onClose}
          />
        ) : (
          <SinglePhotoForm image={files[0]} onChoose={choose} onDirtyChange={onDirtyChange} onClose={onClose} />
        )
      }
    </FormDialog>
  );
}

/** Puts the file to which the typed details belong first. */
function withFirst(first: File, chosen: File[]): File[] {
  const isFirst = (file: File) =>
    file.name === first.name && file.size === first.size && file.lastModified === first.lastModified;
  return [first, ...chosen.filter((file) => !isFirst(file))];
}
