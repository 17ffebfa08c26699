import { Plane } from './raster.ts';

/** One running-mean pass along lines of `length` samples `stride` apart, `lines` of them `gap` apart. */
function boxPass(
  source: Float32Array,
  target: Float32Array,
  radius: number,
  length: number,
  stride: number,
  lines: number,
  gap: number,
): void {
  const share = 1 / (radius * 2 + 1);
  for (let line = 0; line < lines; line++) {
    const start = line * gap;
    const last = start + (length - 1) * stride;
    let sum = source[start]! * (radius + 1);
    for (let step = 1; step <= radius; step++) sum += source[Math.min(start + step * stride, last)]!;
    for (let position = 0; position < length; position++) {
      const index = start + position * stride;
      target[index] = sum * share;
      const entering = position + radius + 1 < length ? index + (radius + 1) * stride : last;
      const leaving = position - radius > 0 ? index - radius * stride : start;
      sum += source[entering]! - source[leaving]!;
    }
  }
}

/** Two box passes each way, near enough to a Gaussian for haze and shade. Radii in pixels; the plane is replaced. */
export function blur(plane: Plane, radiusX: number, radiusY = radiusX): Plane {
  const { width, height, data } = plane;
  const spare = new Float32Array(data.length);
  const across = Math.round(radiusX);
  const down = Math.round(radiusY);
  for (let pass = 0; pass < 2; pass++) {
    if (across > 0) {
      boxPass(data, spare, across, width, 1, height, width);
      data.set(spare);
    }
    if (down > 0) {
      boxPass(data, spare, down, height, width, width, 1);
      data.set(spare);
    }
  }
  return plane;
}

/** The plane again, blurred, leaving the first as it was. */
export function blurred(plane: Plane, radiusX: number, radiusY = radiusX): Plane {
  const copy = new Plane(plane.width, plane.height);
  copy.data.set(plane.data);
  return blur(copy, radiusX, radiusY);
}
