/** Appends a photo, or removes it. */
export const toggled = (selected: number[], id: number): number[] =>
  selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id];

/**
 * Appends a range, in the direction of the selection. Photos that were selected before stay at their positions.
 *
 * @param choices all shown photos
 */
export function withRange(selected: number[], choices: number[], from: number, to: number): number[] {
  const range = from <= to ? choices.slice(from, to + 1) : choices.slice(to, from + 1).reverse();
  return withAll(selected, range);
}

export function withAll(selected: number[], ids: number[]): number[] {
  return [...new Set([...selected, ...ids])];
}

/** Positions by id, from 1. */
export const positionsOf = (selected: number[]): ReadonlyMap<number, number> =>
  new Map(selected.map((id, index) => [id, index + 1]));
