import type { PhotoView } from '@portfolio/contracts';
import { ConfirmDialog } from '@portfolio/ui';
import { formatCount, formatPhotoCount } from '../../../app/format-number.ts';

export interface DeletePhotosDialogProps {
  /** One or more. */
  photos: PhotoView[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms the deletion of photos. */
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
      Are you sure you want to delete {subject}? {consequences(photos)}
    </ConfirmDialog>
  );
}

/** Without the count of comments: it counts approved ones only. */
function consequences(photos: PhotoView[]): string {
  const [subject, its] = photos.length === 1 ? ['It', 'Its'] : ['They', 'Their'];
  const galleries = new Set(photos.flatMap((photo) => photo.galleries.map(({ id }) => id))).size;
  const left =
    galleries > 0 ? ` ${subject} will be missing from ${formatCount(galleries, 'gallery', 'galleries')}.` : '';
  return `${its} comments will be deleted too.${left}`;
}
