import type { PhotoVisibility } from '@portfolio/contracts';
import { Button, Dialog, DialogActions } from '@portfolio/ui';
import { useState } from 'react';
import { VisibilityChoice } from '../edit/visibility-choice.tsx';
import styles from './bulk-bar.module.css';

export interface ChangeVisibilityDialogProps {
  onChoose: (visibility: PhotoVisibility) => void;
  onClose: () => void;
}

/** Selects the visibility for the selected photos. */
export function ChangeVisibilityDialog({ onChoose, onClose }: ChangeVisibilityDialogProps) {
  const [chosen, setChosen] = useState<PhotoVisibility>();
  return (
    <Dialog title="Change visibility" size="small" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen) onChoose(chosen);
        }}
      >
        <div className={styles.choice}>
          <VisibilityChoice
            radio={(value) => ({ name: 'visibility', checked: value === chosen, onChange: () => setChosen(value) })}
          />
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!chosen}>
            Change
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
