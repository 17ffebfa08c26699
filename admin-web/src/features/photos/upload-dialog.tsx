import type { UploadPhoto } from '@portfolio/contracts';
import { Dialog } from '@portfolio/ui';
import { useState } from 'react';
import { imageFault } from './image-file.ts';
import { SeveralPhotosForm } from './several-photos-form.tsx';
import { SinglePhotoForm } from './single-photo-form.tsx';

export interface UploadDialogProps {
  /** What has been chosen or dropped so far. */
  files: File[];
  onFilesChange: (files: File[]) => void;
  onClose: () => void;
}

/** One photo with all its details, or several at once with their titles. What was typed for one stays its own among several. */
export function UploadDialog({ files, onFilesChange, onClose }: UploadDialogProps) {
  const [typed, setTyped] = useState<UploadPhoto>();
  const several = files.length > 1;
  const choose = (chosen: File[], details: UploadPhoto) => {
    if (chosen.length < 2) return onFilesChange(chosen);
    setTyped(details);
    onFilesChange(withFirst(files[0], chosen));
  };
  return (
    <Dialog title={several ? 'Upload Photos' : 'Upload Photo'} onClose={onClose}>
      {several ? (
        <SeveralPhotosForm files={files} typed={typed} onClose={onClose} />
      ) : (
        <SinglePhotoForm image={files[0]} onChoose={choose} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Several that were chosen, after the one that was there before, to which belongs what was typed. */
function withFirst(first: File | undefined, chosen: File[]): File[] {
  if (!first || imageFault(first)) return chosen;
  const again = (file: File) =>
    file.name === first.name && file.size === first.size && file.lastModified === first.lastModified;
  return [first, ...chosen.filter((file) => !again(file))];
}
