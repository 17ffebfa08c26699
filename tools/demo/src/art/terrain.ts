import { blurred } from './blur.ts';
import { smoothstep } from './curves.ts';
import { Plane } from './raster.ts';

/** Where light comes from, in the plan of the land: `x` east, `z` away from the camera, `rise` the tangent of its height. */
export interface Sun {
  x: number;
  z: number;
  rise: number;
}

/** A square piece of land: heights in metres on a grid, `span` metres on a side. */
export class Terrain {
  readonly cell: number;
  private slopes: { x: Plane; z: Plane } | undefined;

  constructor(
    readonly heights: Plane,
    readonly span: number,
  ) {
    this.cell = span / heights.width;
  }

  /** Metres up for each metre east. */
  get slopeX(): Plane {
    return this.measuredSlopes().x;
  }

  /** Metres up for each metre away. */
  get slopeZ(): Plane {
    return this.measuredSlopes().z;
  }

  private measuredSlopes(): { x: Plane; z: Plane } {
    const { heights } = this;
    const { width, height } = heights;
    const twice = 1 / (2 * this.cell);
    this.slopes ??= {
      x: Plane.from(width, height, (x, y) => (heights.at(x + 1, y) - heights.at(x - 1, y)) * twice),
      z: Plane.from(width, height, (x, y) => (heights.at(x, y + 1) - heights.at(x, y - 1)) * twice),
    };
    return this.slopes;
  }

  /** Height in metres at a place in metres. */
  height(x: number, z: number): number {
    return this.heights.sample(x / this.cell, z / this.cell);
  }

  /** The height below which the given share of the land lies, metres. */
  level(share: number): number {
    const sorted = this.heights.data.filter((_, index) => index % 37 === 0).sort();
    return sorted[Math.floor(share * (sorted.length - 1))]!;
  }

  /** A baked plane (shade, cover, slope) at a place in metres. */
  read(plane: Plane, x: number, z: number): number {
    const scale = plane.width / this.span;
    return plane.sample(x * scale, z * scale);
  }

  /**
   * How much of the sun each cell sees, 0 to 1. The shadow's height is swept across the map in one pass, row by row
   * away from the light. `softness` is the depth in metres over which the edge of a shadow fades.
   */
  sunlight(sun: Sun, softness: number): Plane {
    const { width, height, data } = this.heights;
    const ceiling = new Float32Array(data.length);
    const lit = new Plane(width, height);
    const alongX = Math.abs(sun.x) > Math.abs(sun.z);
    const major = alongX ? sun.x : sun.z;
    const drift = (alongX ? sun.z : sun.x) / Math.abs(major);
    const drop = Math.hypot(1, drift) * this.cell * sun.rise;
    const lanes = alongX ? height : width;
    const steps = alongX ? width : height;
    for (let step = 0; step < steps; step++) {
      const place = major > 0 ? steps - 1 - step : step;
      const before = major > 0 ? place + 1 : place - 1;
      for (let lane = 0; lane < lanes; lane++) {
        const index = alongX ? lane * width + place : place * width + lane;
        const own = data[index]!;
        let shadow = own;
        if (step > 0) {
          const source = Math.min(lanes - 1.001, Math.max(0, lane + drift));
          const low = source | 0;
          const at = alongX ? low * width + before : before * width + low;
          const next = alongX ? at + width : at + 1;
          const near = ceiling[at]!;
          shadow = near + (ceiling[next]! - near) * (source - low) - drop;
        }
        ceiling[index] = shadow > own ? shadow : own;
        lit.data[index] = 1 - smoothstep(0, softness, shadow - own);
      }
    }
    return lit;
  }

  /** How open each cell is to the sky, near 0 in clefts, 0.5 on even ground, near 1 on crests. Radii in cells. */
  openness(radii: readonly number[], strength: number): Plane {
    const open = new Plane(this.heights.width, this.heights.height).data.fill(0.5);
    for (const radius of radii) {
      const around = blurred(this.heights, radius);
      const scale = strength / (radius * this.cell * radii.length);
      this.heights.data.forEach((own, index) => {
        open[index] = open[index]! + (own - around.data[index]!) * scale;
      });
    }
    const result = new Plane(this.heights.width, this.heights.height);
    open.forEach((value, index) => {
      result.data[index] = value < 0 ? 0 : value > 1 ? 1 : value;
    });
    return result;
  }
}

/** Weights of a Catmull-Rom spline a quarter of the way from one sample to the next. */
const QUARTER = [-0.0703125, 0.8671875, 0.2265625, -0.0234375] as const;

/** Doubles a map along smooth curves, which keep crests sharp where a straight blend would leave facets. */
export function doubled(plane: Plane): Plane {
  const [w0, w1, w2, w3] = QUARTER;
  const wide = Plane.from(plane.width * 2, plane.height, (x, y) => {
    const near = x >> 1;
    const way = x & 1 ? 1 : -1;
    return (
      plane.at(near - way, y) * w0 +
      plane.at(near, y) * w1 +
      plane.at(near + way, y) * w2 +
      plane.at(near + 2 * way, y) * w3
    );
  });
  return Plane.from(wide.width, plane.height * 2, (x, y) => {
    const near = y >> 1;
    const way = y & 1 ? 1 : -1;
    return (
      wide.at(x, near - way) * w0 +
      wide.at(x, near) * w1 +
      wide.at(x, near + way) * w2 +
      wide.at(x, near + 2 * way) * w3
    );
  });
}

/** Each cell blended with its neighbours (1 2 1 both ways), which takes out single-cell teeth. */
export function softened(heights: Plane): Plane {
  const across = Plane.from(
    heights.width,
    heights.height,
    (x, y) => (heights.at(x - 1, y) + 2 * heights.at(x, y) + heights.at(x + 1, y)) / 4,
  );
  return Plane.from(
    heights.width,
    heights.height,
    (x, y) => (across.at(x, y - 1) + 2 * across.at(x, y) + across.at(x, y + 1)) / 4,
  );
}
