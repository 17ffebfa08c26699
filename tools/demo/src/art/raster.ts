import { clamp } from './curves.ts';

/** One number a pixel: a height, a density, a mask. */
export class Plane {
  readonly data: Float32Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.data = new Float32Array(width * height);
  }

  /** Fills the plane from a function of pixel coordinates. */
  static from(width: number, height: number, value: (x: number, y: number) => number): Plane {
    const plane = new Plane(width, height);
    let index = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) plane.data[index++] = value(x, y);
    }
    return plane;
  }

  /** The value at a whole pixel, held at the edges. */
  at(x: number, y: number): number {
    const column = x < 0 ? 0 : x >= this.width ? this.width - 1 : x;
    const row = y < 0 ? 0 : y >= this.height ? this.height - 1 : y;
    return this.data[row * this.width + column]!;
  }

  /** Bilinear value at a pixel position, held at the edges. */
  sample(x: number, y: number): number {
    const px = clamp(x, 0, this.width - 1.001);
    const py = clamp(y, 0, this.height - 1.001);
    const left = px | 0;
    const top = py | 0;
    const fx = px - left;
    const fy = py - top;
    const index = top * this.width + left;
    const { data, width } = this;
    const a = data[index]!;
    const c = data[index + width]!;
    const upper = a + fx * (data[index + 1]! - a);
    return upper + fy * (c + fx * (data[index + width + 1]! - c) - upper);
  }
}

/** Linear-light RGB, three floats a pixel; 1 is the white of the paper before the tone curve. */
export class Picture {
  readonly data: Float32Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.data = new Float32Array(width * height * 3);
  }

  set(x: number, y: number, r: number, g: number, b: number): void {
    const index = (y * this.width + x) * 3;
    this.data[index] = r;
    this.data[index + 1] = g;
    this.data[index + 2] = b;
  }

  /** Lays a colour over a pixel with an opacity of 0 to 1. */
  blend(x: number, y: number, r: number, g: number, b: number, opacity: number): void {
    const { data } = this;
    const index = (y * this.width + x) * 3;
    const kept = 1 - opacity;
    data[index] = data[index]! * kept + r * opacity;
    data[index + 1] = data[index + 1]! * kept + g * opacity;
    data[index + 2] = data[index + 2]! * kept + b * opacity;
  }

  /** Adds light to a pixel. */
  add(x: number, y: number, r: number, g: number, b: number): void {
    const { data } = this;
    const index = (y * this.width + x) * 3;
    data[index] = data[index]! + r;
    data[index + 1] = data[index + 1]! + g;
    data[index + 2] = data[index + 2]! + b;
  }
}
