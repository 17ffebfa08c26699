import { focalPoint } from '@portfolio/contracts';
import { Button } from '@portfolio/ui';
import { useEffect, useState } from 'react';
import { FocusPicker, type FocalPoint } from '../../app/image/focus-picker.tsx';
import { useSaveSetting } from './use-save-setting.ts';

interface BackgroundFocusProps {
  /** Address of the image. */
  source: string;
  /** Value of the setting. */
  saved: string;
  onDirtyChange: (isDirty: boolean) => void;
  onSaved: () => void;
}

const toValue = ({ focus_x, focus_y }: FocalPoint) => `${focus_x} ${focus_y}`;

/** The background image with its focal point, saved by a button. Its key is the address and the saved value. */
export function BackgroundFocus({ source, saved, onDirtyChange, onSaved }: BackgroundFocusProps) {
  const [focus, setFocus] = useState<FocalPoint>(() => focalPoint(saved));
  const value = toValue(focus);
  const isDirty = value !== toValue(focalPoint(saved));
  useEffect(() => {
    onDirtyChange(isDirty);
    return () => onDirtyChange(false);
  }, [isDirty, onDirtyChange]);
  const save = useSaveSetting('background_focus', (point: string) => [point, 'Focal point saved!']);
  // Callbacks of `mutate` would be lost: the new key remounts the component.
  const send = () => save.mutateAsync(value).then(onSaved, () => undefined);
  return (
    <>
      <FocusPicker value={focus} onChange={setFocus} source={source}>
        <img src={source} alt="Background image" />
      </FocusPicker>
      {isDirty && (
        <Button variant="primary" busy={save.isPending} busyLabel="Saving..." onClick={() => void send()}>
          Save Focal Point
        </Button>
      )}
    </>
  );
}
