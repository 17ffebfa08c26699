// Taken out of Math once: in the sandbox of a test runner every look-up of a global is slow.
const { imul } = Math;

/**
 * Mixes two lattice coordinates and a seed into 32 well-spread bits.
 * The finaliser is MurmurHash3's (Appleby 2011); the point is a noise lattice that needs no permutation table.
 */
export function hash(x: number, y: number, seed: number): number {
  let bits = imul(x, 0x27d4eb2d) ^ imul(y, 0x165667b1) ^ seed;
  bits = imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** A seeded stream of numbers; the same seed always gives the same pictures. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** Uniform in [0, 1): mulberry32 (Ettinger 2017). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = imul(this.state ^ (this.state >>> 15), 1 | this.state);
    bits = (bits + imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  }

  /** Uniform between two bounds. */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Normal with mean 0 and deviation 1 (Box and Muller 1958). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }
}
