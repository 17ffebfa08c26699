import { clamp } from './curves.ts';

/** The sheet a painter works on: its size in pixels and the seed everything in it follows from. */
export interface Frame {
  width: number;
  height: number;
  seed: number;
}

/** Paints a frame and gives finished 8-bit sRGB pixels. */
export type Painter = (frame: Frame) => Uint8Array;

/** How much of a land's full detail a frame can show, 0 to 1: a thumbnail is served by a coarser map. */
export function detailFor({ width }: Pick<Frame, 'width'>): number {
  return clamp(width / 1200, 0.12, 1);
}
