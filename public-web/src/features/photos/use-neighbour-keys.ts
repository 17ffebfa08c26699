import { useEffect, useEffectEvent, useRef } from 'react';
import { useKeys } from './use-keys.ts';
import type { Side } from './viewer/swipe.ts';

/**
 * Keyboard shortcuts ← and → for the previous and next photo. A key that is pressed while the photo's position loads takes
 * effect once that is loaded.
 *
 * @param turn shows the neighbour; returns false where there is none
 */
export function useNeighbourKeys(id: number | undefined, isLoading: boolean, turn: (side: Side) => boolean) {
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
