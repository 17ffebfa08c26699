import { useEffect, useEffectEvent, useRef } from 'react';
import { useKeys } from './use-keys.ts';

type Side = 'previous' | 'next';

/**
 * Turns by ← and →. A key that is pressed while the photo's position loads turns once that is there.
 *
 * @param turn returns false where there is no such photo
 */
export function useTurnKeys(id: number | undefined, isLoading: boolean, turn: (side: Side) => boolean) {
  const pressed = useRef<{ id: number | undefined; side: Side }>(undefined);
  const press = (side: Side) => {
    if (isLoading) pressed.current = { id, side };
    return isLoading || turn(side);
  };
  useKeys({ ArrowLeft: () => press('previous'), ArrowRight: () => press('next') });

  const onLoaded = useEffectEvent(() => {
    const { current } = pressed;
    pressed.current = undefined;
    // Another photo may have been opened meanwhile.
    if (current && current.id === id) turn(current.side);
  });
  useEffect(() => {
    if (!isLoading) onLoaded();
  }, [isLoading]);
}
