import type { PhotoView } from '@portfolio/contracts';
import { ConfirmDialog } from '@portfolio/ui';
import { formatCount } from '../../../app/format-number.ts';
import { photosInWords } from './photos-in-words.ts';

export interface DeletePhotosDialogProps {
  /** One or more. */
  photos: PhotoView[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before photos are deleted: which, and what goes with them. */
export function DeletePhotosDialog({ photos, onConfirm, onClose }: DeletePhotosDialogProps) {
  const isOne = photos.length === 1;
  const what = isOne ? `“${photos[0]!.title}”` : `these ${photosInWords(photos.length)}`;
  return (
    <ConfirmDialog
      title={isOne ? 'Delete photo' : 'Delete photos'}
      confirmLabel="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      Are you sure you want to delete {what}? {consequences(photos)}
    </ConfirmDialog>
  );
}

/** The count of comments is of the approved ones, and the others go as well: it is not said. */
function consequences(photos: PhotoView[]): string {
  const [subject, its] = photos.length === 1 ? ['It', 'Its'] : ['They', 'Their'];
  const galleries = new Set(photos.flatMap((photo) => photo.galleries.map(({ id }) => id))).size;
  const left =
    galleries > 0 ? ` ${subject} will be missing from ${formatCount(galleries, 'gallery', 'galleries')}.` : '';
  return `${its} comments will be deleted too.${left}`;
}
