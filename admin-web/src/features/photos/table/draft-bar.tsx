import { Button } from '@portfolio/ui';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { useUnsavedChanges } from '../../../app/forms/unsaved-changes.tsx';
import styles from './photo-table.module.css';
import type { PhotoDrafts } from './use-photo-drafts.ts';

/** Saves or discards all changes of the table. While it is shown, leaving the page asks first. */
export function DraftBar({ drafts, onSave }: { drafts: PhotoDrafts; onSave: () => void }) {
  const photos = formatPhotoCount(drafts.drafts.size);
  const { leave, confirmDialog } = useUnsavedChanges(true, drafts.discard, true);
  return (
    <section className={styles.bar} aria-label="Unsaved changes">
      <p>{photos} changed</p>
      <Button onClick={leave} disabled={drafts.isSaving}>
        Discard
      </Button>
      <Button variant="primary" busy={drafts.isSaving} busyLabel="Saving..." onClick={onSave}>
        Save {photos}
      </Button>
      {confirmDialog}
    </section>
  );
}
