import { Dialog } from '@portfolio/ui';
import { SeveralPhotosForm } from './several-photos-form.tsx';
import { SinglePhotoForm } from './single-photo-form.tsx';

export interface UploadDialogProps {
  /** What has been chosen or dropped so far. */
  files: File[];
  onFilesChange: (files: File[]) => void;
  onClose: () => void;
}

/** One photo with all its details, or several at once with their titles. */
export function UploadDialog({ files, onFilesChange, onClose }: UploadDialogProps) {
  const several = files.length > 1;
  return (
    <Dialog title={several ? 'Upload Photos' : 'Upload Photo'} onClose={onClose}>
      {several ? (
        <SeveralPhotosForm files={files} onClose={onClose} />
      ) : (
        <SinglePhotoForm image={files[0]} onFilesChange={onFilesChange} onClose={onClose} />
      )}
    </Dialog>
  );
}
