import { focalPoint } from '@portfolio/contracts';
import { Button } from '@portfolio/ui';
import { passFocus } from '../../app/components/pass-focus.ts';
import { useUnsavedChanges } from '../../app/forms/unsaved-changes.tsx';
import { FocalPointPicker, type FocalPoint } from '../../app/image/focal-point-picker.tsx';

interface BackgroundFocusProps {
  /** Address of the image. */
  source: string;
  /** Value of the setting. */
  saved: string;
  draft: FocalPoint | undefined;
  onDraftChange: (draft: FocalPoint) => void;
  isSaving: boolean;
  onSave: (value: string) => void;
}

/** Value of the setting. */
export const toFocusValue = ({ focus_x, focus_y }: FocalPoint) => `${focus_x} ${focus_y}`;

/** The background image with its focal point, saved by a button. */
export function BackgroundFocus({ source, saved, draft, onDraftChange, isSaving, onSave }: BackgroundFocusProps) {
  const focus = draft ?? focalPoint(saved);
  const value = toFocusValue(focus);
  const isDirty = value !== toFocusValue(focalPoint(saved));
  useUnsavedChanges(isDirty);
  return (
    <>
      <FocalPointPicker value={focus} onChange={onDraftChange} source={source}>
        <img src={source} alt="Background image" />
      </FocalPointPicker>
      {isDirty && (
        <Button ref={passFocus} variant="primary" busy={isSaving} busyLabel="Saving..." onClick={() => onSave(value)}>
          Save Focal Point
        </Button>
      )}
    </>
  );
}
