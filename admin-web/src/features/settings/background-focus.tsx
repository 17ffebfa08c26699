import { focalPoint } from '@portfolio/contracts';
import { Button } from '@portfolio/ui';
import { passFocus } from '../../app/components/pass-focus.ts';
import { useUnsavedChanges } from '../../app/forms/unsaved-changes.tsx';
import { FocalPointPicker, type FocalPoint } from '../../app/image/focal-point-picker.tsx';
import { useSaveSetting } from './use-save-setting.ts';

interface BackgroundFocusProps {
  /** Address of the image. */
  source: string;
  /** Value of the setting. */
  saved: string;
  draft: FocalPoint | undefined;
  onDraftChange: (draft: FocalPoint) => void;
}

/** Value of the setting. */
export const toValue = ({ focus_x, focus_y }: FocalPoint) => `${focus_x} ${focus_y}`;

/** The background image with its focal point, saved by a button. */
export function BackgroundFocus({ source, saved, draft, onDraftChange }: BackgroundFocusProps) {
  const focus = draft ?? focalPoint(saved);
  const value = toValue(focus);
  const isDirty = value !== toValue(focalPoint(saved));
  useUnsavedChanges(isDirty);
  const save = useSaveSetting('background_focus', () => 'Focal point saved!');
  return (
    <>
      <FocalPointPicker value={focus} onChange={onDraftChange} source={source}>
        <img src={source} alt="Background image" />
      </FocalPointPicker>
      {isDirty && (
        <Button
          ref={passFocus}
          variant="primary"
          busy={save.isPending}
          busyLabel="Saving..."
          onClick={() => save.mutate(value)}
        >
          Save Focal Point
        </Button>
      )}
    </>
  );
}
