/** Keeps a number between two bounds. */
export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/** Linear blend from `a` (at 0) to `b` (at 1). */
export function mix(a: number, b: number, amount: number): number {
  return a + (b - a) * amount;
}

/** 0 below `from`, 1 above `to`, an S between (cubic Hermite). Works downhill as well, when `from` is the larger. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

/** A bell of height 1 and the given standard deviation. */
export function bell(distance: number, deviation: number): number {
  const scaled = distance / deviation;
  return Math.exp(-0.5 * scaled * scaled);
}
