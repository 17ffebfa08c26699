/** Merges a field changed on both sides. At a conflict, `value` is saved if the administrator keeps their own version. */
export type MergeField<V> = (base: V, mine: V, newer: V) => { value: V; isConflict: boolean };

export type FieldMerges<T> = { [Name in keyof T]?: MergeField<T[Name]> };

export interface Merged<T> {
  /** At a conflict, the value that is saved if the administrator keeps their own version. */
  values: T;
  /** Fields with changes from elsewhere. */
  updated: (keyof T)[];
  /** Fields changed differently on both sides. */
  conflicts: (keyof T)[];
}

/** Compares values; an empty text equals none. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

/**
 * Three-way merge, field by field.
 *
 * @param base version that the form was filled from
 * @param mine values of the form
 * @param newer saved version
 */
export function mergeFields<T extends object>(base: T, mine: T, newer: T, merges: FieldMerges<T> = {}): Merged<T> {
  const merged: Merged<T> = { values: { ...mine }, updated: [], conflicts: [] };
  for (const name of Object.keys(newer) as (keyof T)[]) {
    if (isSame(newer[name], base[name]) || isSame(newer[name], mine[name])) continue;
    const { value, isConflict } = isSame(mine[name], base[name])
      ? { value: newer[name], isConflict: false }
      : (merges[name]?.(base[name], mine[name], newer[name]) ?? { value: mine[name], isConflict: true });
    merged.values[name] = value;
    (isConflict ? merged.conflicts : merged.updated).push(name);
  }
  return merged;
}
