import type { PhotoView } from '@portfolio/contracts';
import { Button, Progress } from '@portfolio/ui';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { passFocus } from '../../../app/components/pass-focus.ts';
import { formatNumber, formatPhotoCount } from '../../../app/format-number.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useShortcuts } from '../../../app/shortcuts/use-shortcuts.ts';
import styles from './bulk-bar.module.css';
import {
  AddToGalleryDialog,
  ChangeTagsDialog,
  ChangeVisibilityDialog,
  DeletePhotosDialog,
  RemoveFromGalleryDialog,
} from './choice-dialogs.tsx';
import type { BulkChanges, TagChanges } from './use-bulk-changes.ts';

/**
 * Bulk actions for the selected photos, fixed at the foot of the window. `b` focuses them.
 *
 * @param props.photos in the order of the list
 */
export function BulkBar({ photos, bulk, onClear }: { photos: PhotoView[]; bulk: BulkChanges; onClear: () => void }) {
  const { paths } = useAdmin();
  const navigate = useNavigate();
  const ids = photos.map(({ id }) => id);
  const [dialog, setDialog] = useState<'gallery' | 'leave' | 'tags' | 'visibility' | 'delete'>();
  /** Tags of an attempt under way, or of one that failed. */
  const [sentTags, setSentTags] = useState<TagChanges>();
  const first = useRef<HTMLButtonElement>(null);
  useShortcuts('Selected photos', [{ keys: 'b', label: 'Go to actions', run: () => first.current?.focus() }]);
  const { progress } = bulk;
  const isBusy = progress !== undefined;
  const close = () => setDialog(undefined);
  const closeAnd = (run: () => void) => {
    close();
    run();
  };

  const changeTags = async (changes: TagChanges) => {
    setSentTags(changes);
    if (await bulk.changeTags(ids, changes)) setSentTags(undefined);
  };

  return (
    <section className={styles.bar} aria-label="Selected photos" tabIndex={-1}>
      <div className={styles.actions}>
        <p className={styles.count}>{formatPhotoCount(ids.length)}</p>
        <Button variant="quiet" icon="close" busy={isBusy} onClick={onClear}>
          Clear
        </Button>
        <Button ref={first} icon="galleries" busy={isBusy} onClick={() => setDialog('gallery')}>
          Add to gallery
        </Button>
        {photos.some(({ galleries }) => galleries.length > 0) && (
          <Button ref={passFocus} busy={isBusy} onClick={() => setDialog('leave')}>
            Remove from gallery
          </Button>
        )}
        <Button busy={isBusy} aria-label="Mark as for sale" onClick={() => bulk.setForSale(ids, true)}>
          For sale
        </Button>
        <Button busy={isBusy} aria-label="Mark as not for sale" onClick={() => bulk.setForSale(ids, false)}>
          Not for sale
        </Button>
        <Button busy={isBusy} aria-label="Change tags" onClick={() => setDialog('tags')}>
          Tags
        </Button>
        <Button busy={isBusy} aria-label="Change visibility" onClick={() => setDialog('visibility')}>
          Visibility
        </Button>
        <Button icon="trash" busy={isBusy} onClick={() => setDialog('delete')}>
          Delete
        </Button>
      </div>
      {progress && (
        <div className={styles.progress}>
          <p aria-hidden="true">
            {formatNumber(progress.done)} of {formatNumber(progress.of)}
          </p>
          <Progress label={progress.label} value={progress.done / progress.of} />
        </div>
      )}
      {dialog === 'gallery' && (
        <AddToGalleryDialog
          onChoose={(gallery) => closeAnd(() => bulk.addToGallery(ids, gallery))}
          onCreate={() => closeAnd(() => void navigate(paths.newGallery, { state: { photo_ids: ids } }))}
          onClose={close}
        />
      )}
      {dialog === 'leave' && (
        <RemoveFromGalleryDialog
          photos={photos}
          onChoose={(gallery) => closeAnd(() => bulk.removeFromGallery(ids, gallery))}
          onClose={close}
        />
      )}
      {dialog === 'tags' && (
        <ChangeTagsDialog
          initial={sentTags}
          onChoose={(changes) => closeAnd(() => void changeTags(changes))}
          onClose={() => closeAnd(() => setSentTags(undefined))}
        />
      )}
      {dialog === 'visibility' && (
        <ChangeVisibilityDialog
          onChoose={(visibility) => closeAnd(() => bulk.setVisibility(ids, visibility))}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <DeletePhotosDialog photos={photos} onConfirm={() => closeAnd(() => bulk.remove(ids))} onClose={close} />
      )}
    </section>
  );
}
