import { focalPoint } from '@portfolio/contracts';
import { Button } from '@portfolio/ui';
import { useState } from 'react';
import { passFocus } from '../../app/components/pass-focus.ts';
import { useUnsavedChanges } from '../../app/forms/unsaved-changes.tsx';
import { FocusPicker, type FocalPoint } from '../../app/image/focus-picker.tsx';
import { useSaveSetting } from './use-save-setting.ts';

interface BackgroundFocusProps {
  /** Address of the image. */
  source: string;
  /** Value of the setting. */
  saved: string;
}

const toValue = ({ focus_x, focus_y }: FocalPoint) => `${focus_x} ${focus_y}`;

/** The background image with its focal point, saved by a button. Its key is the address and the saved value. */
export function BackgroundFocus({ source, saved }: BackgroundFocusProps) {
  const [focus, setFocus] = useState<FocalPoint>(() => focalPoint(saved));
  const value = toValue(focus);
  const isDirty = value !== toValue(focalPoint(saved));
  useUnsavedChanges(isDirty);
  const save = useSaveSetting('background_focus', () => 'Focal point saved!');
  return (
    <>
      <FocusPicker value={focus} onChange={setFocus} source={source}>
        <img src={source} alt="Background image" />
      </FocusPicker>
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
