import { clamp, type Point } from './zoom.ts';

/** A neighbour of the photo. */
export type Side = 'previous' | 'next';

/** CSS pixels before a drag has a direction. */
const MIN_DRAG = 8;
/** Share of the viewport's width or height after which a slow drag turns or closes. */
const FAR = { across: 1 / 3, down: 1 / 5 };
/** CSS pixels per millisecond of a flick. */
const FLICK = 0.4;
/** Scale of a picture that is dragged to the viewport's end. */
const SMALLEST = 0.4;

/** Direction of a drag over the whole picture; undefined until it is clear. Nothing happens upwards. */
export function directionOf({ x, y }: Point): 'across' | 'down' | 'up' | undefined {
  if (Math.hypot(x, y) < MIN_DRAG) return undefined;
  if (Math.abs(x) >= Math.abs(y)) return 'across';
  return y > 0 ? 'down' : 'up';
}

/**
 * The neighbour to which a released swipe turns: after a third of the width, or by a flick in its direction.
 *
 * @param by CSS pixels, to the right
 * @param velocity CSS pixels per millisecond
 */
export function turnOf(by: number, velocity: number, width: number): Side | undefined {
  const isFlick = Math.abs(velocity) > FLICK;
  // A flick back keeps the photo.
  if (isFlick ? Math.sign(velocity) !== Math.sign(by) : Math.abs(by) < width * FAR.across) return undefined;
  return by < 0 ? 'next' : 'previous';
}

/** Whether a released drag down closes the viewer. */
export const closes = (by: number, velocity: number, height: number): boolean =>
  Math.abs(velocity) > FLICK ? velocity > 0 && by > 0 : by > height * FAR.down;

/** Scale of a picture that is dragged down, and opacity of the backdrop. */
export function dropOf(by: number, height: number): { scale: number; opacity: number } {
  const share = clamp(0, by / height, 1);
  return { scale: 1 - share * (1 - SMALLEST), opacity: clamp(0, 1 - share * 1.5, 1) };
}
