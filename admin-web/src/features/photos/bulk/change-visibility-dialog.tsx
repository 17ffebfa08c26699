import type { PhotoVisibility } from '@portfolio/contracts';
import { Button, Dialog, DialogActions } from '@portfolio/ui';
import { useState } from 'react';
import { DialogBody } from '../../../app/forms/form-dialog.tsx';
import { VisibilityChoice } from '../edit/visibility-choice.tsx';

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
        <DialogBody>
          <VisibilityChoice
            radio={(value) => ({ name: 'visibility', checked: value === chosen, onChange: () => setChosen(value) })}
          />
        </DialogBody>
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
