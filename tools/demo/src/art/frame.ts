/** The sheet a painter works on: its size in pixels and the seed everything in it follows from. */
export interface Frame {
  width: number;
  height: number;
  seed: number;
}

/** Paints a frame and gives finished 8-bit sRGB pixels. */
export type Painter = (frame: Frame) => Uint8Array;
