import { Button, Dialog, DialogActions } from '@portfolio/ui';
import { useId, type ReactNode } from 'react';
import styles from './conflict-dialog.module.css';

export interface ConflictDialogProps {
  /** Fields changed on both sides. */
  fields: { label: string; ours: ReactNode; theirs: ReactNode }[];
  onSaveMine: () => void;
  onUseNewer: () => void;
  /** Closes without a save. */
  onClose: () => void;
}

/** Shows the conflicts between unsaved edits and a newer saved version, and asks which to use. */
export function ConflictDialog({ fields, onSaveMine, onUseNewer, onClose }: ConflictDialogProps) {
  const descriptionId = useId();
  return (
    <Dialog title="Changed elsewhere" role="alertdialog" describedBy={descriptionId} onClose={onClose}>
      <div className={styles.body}>
        <p id={descriptionId} className={styles.about}>
          A newer version was saved while you were editing, in another tab or by someone else. Your changes are not
          saved yet.
        </p>
        {fields.map(({ label, ours, theirs }) => (
          <section key={label} aria-label={label}>
            <h3 className={styles.label}>{label}</h3>
            <dl className={styles.versions}>
              {[
                ['Yours', ours],
                ['Newer', theirs],
              ].map(([name, value]) => (
                <div key={String(name)}>
                  <dt className={styles.name}>{name}</dt>
                  <dd className={styles.value} dir="auto">
                    {value === '' ? <em>Empty</em> : value}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Keep editing
        </Button>
        <Button onClick={onUseNewer}>Use the newer one</Button>
        <Button variant="primary" onClick={onSaveMine}>
          Save mine
        </Button>
      </DialogActions>
    </Dialog>
  );
}
