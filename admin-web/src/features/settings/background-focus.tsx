import { focalPoint } from '@portfolio/contracts';
import { Button } from '@portfolio/ui';
import { useState } from 'react';
import { FocusPicker, type FocalPoint } from '../../app/image/focus-picker.tsx';
import { useSaveSetting } from './use-save-setting.ts';

interface BackgroundFocusProps {
  /** Address of the image. */
  source: string;
  /** Value of the setting. */
  saved: string;
}

/** The background image with its focal point, saved by a button. Its key is the address and the saved value. */
export function BackgroundFocus({ source, saved }: BackgroundFocusProps) {
  const [focus, setFocus] = useState<FocalPoint>(() => focalPoint(saved));
  const value = `${focus.focus_x} ${focus.focus_y}`;
  const save = useSaveSetting('background_focus', (point: string) => [point, 'Focal point saved!']);
  return (
    <>
      <FocusPicker value={focus} onChange={setFocus} source={source}>
        <img src={source} alt="Background image" />
      </FocusPicker>
      {value !== saved && (
        <Button variant="primary" busy={save.isPending} busyLabel="Saving..." onClick={() => save.mutate(value)}>
          Save Focal Point
        </Button>
      )}
    </>
  );
}
