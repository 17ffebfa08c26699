import type { PhotoView } from '@portfolio/contracts';
import { Button, Progress } from '@portfolio/ui';
import { useRef, useState } from 'react';
import { useShortcuts } from '../../../app/shortcuts/use-shortcuts.ts';
import { AddToGalleryDialog } from './add-to-gallery-dialog.tsx';
import styles from './bulk-bar.module.css';
import { ChangeVisibilityDialog } from './change-visibility-dialog.tsx';
import { DeletePhotosDialog } from './delete-photos-dialog.tsx';
import { photosInWords } from './photos-in-words.ts';
import type { BulkChanges } from './use-bulk-changes.ts';

export interface BulkBarProps {
  /** Selected ones, in the order of the list. */
  photos: PhotoView[];
  bulk: BulkChanges;
  onClear: () => void;
}

/** What can be done to all photos that are selected. It stays in sight; `b` leads to it from anywhere in the grid. */
export function BulkBar({ photos, bulk, onClear }: BulkBarProps) {
  const ids = photos.map(({ id }) => id);
  const [asking, setAsking] = useState<'gallery' | 'visibility' | 'delete'>();
  const first = useRef<HTMLButtonElement>(null);
  useShortcuts('Selected photos', [{ keys: 'b', label: 'Go to actions', run: () => first.current?.focus() }]);
  const { progress } = bulk;
  const isBusy = progress !== undefined;
  const close = () => setAsking(undefined);

  return (
    <section className={styles.bar} aria-label="Selected photos">
      <div className={styles.actions}>
        <p className={styles.count}>{photosInWords(ids.length)}</p>
        <Button ref={first} icon="galleries" busy={isBusy} onClick={() => setAsking('gallery')}>
          Add to gallery
        </Button>
        <Button busy={isBusy} onClick={() => bulk.setForSale(ids, true)}>
          Mark as for sale
        </Button>
        <Button busy={isBusy} onClick={() => bulk.setForSale(ids, false)}>
          Mark as not for sale
        </Button>
        <Button busy={isBusy} onClick={() => setAsking('visibility')}>
          Change visibility
        </Button>
        <Button icon="trash" busy={isBusy} onClick={() => setAsking('delete')}>
          Delete
        </Button>
        <Button variant="quiet" icon="close" busy={isBusy} onClick={onClear}>
          Clear
        </Button>
      </div>
      {progress && (
        <div className={styles.progress}>
          <p aria-hidden="true">
            {progress.done} of {progress.of}
          </p>
          <Progress label={progress.label} value={progress.done / progress.of} />
        </div>
      )}
      {asking === 'gallery' && (
        <AddToGalleryDialog
          count={ids.length}
          onChoose={(gallery) => {
            close();
            bulk.addToGallery(ids, gallery);
          }}
          onClose={close}
        />
      )}
      {asking === 'visibility' && (
        <ChangeVisibilityDialog
          onChoose={(visibility) => {
            close();
            bulk.setVisibility(ids, visibility);
          }}
          onClose={close}
        />
      )}
      {asking === 'delete' && (
        <DeletePhotosDialog
          photos={photos}
          onConfirm={() => {
            close();
            bulk.remove(ids);
          }}
          onClose={close}
        />
      )}
    </section>
  );
}
