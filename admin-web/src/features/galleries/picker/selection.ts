/** What is selected with a photo added at the end, or taken out where it was in. */
export const toggled = (selected: number[], id: number): number[] =>
  selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id];

/**
 * What is selected with a range added at the end, in the direction in which it was drawn. What was in before keeps its place.
 *
 * @param choices all that can be selected, as they are shown
 */
export function withRange(selected: number[], choices: number[], from: number, to: number): number[] {
  const range = from <= to ? choices.slice(from, to + 1) : choices.slice(to, from + 1).reverse();
  return withAll(selected, range);
}

export function withAll(selected: number[], ids: number[]): number[] {
  return [...new Set([...selected, ...ids])];
}

/** The place of each that is selected, counted from 1. */
export const placesOf = (selected: number[]): ReadonlyMap<number, number> =>
  new Map(selected.map((id, index) => [id, index + 1]));

/** The ids with the one at a place carried to another place; places are counted from 0. */
export const moved = (ids: number[], from: number, to: number): number[] =>
  ids.toSpliced(from, 1).toSpliced(to, 0, ...ids.slice(from, from + 1));
