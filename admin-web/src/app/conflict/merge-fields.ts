/** Merges a field that both have changed; where they cannot both have their way, `value` has the form's. */
export type MergeField<V> = (base: V, mine: V, newer: V) => { value: V; isConflict: boolean };

export type FieldMerges<T> = { [Name in keyof T]?: MergeField<T[Name]> };

export interface Merged<T> {
  /** With the form's own value at each conflict. */
  values: T;
  /** Fields with changes from elsewhere. */
  taken: (keyof T)[];
  /** Fields that both have changed, each in its own way. */
  conflicts: (keyof T)[];
}

/** A text that is empty is none. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

/**
 * Three-way merge, field by field.
 *
 * @param base what both began with
 * @param mine what the form says
 * @param newer the saved version
 */
export function mergeFields<T extends object>(base: T, mine: T, newer: T, merges: FieldMerges<T> = {}): Merged<T> {
  const merged: Merged<T> = { values: { ...mine }, taken: [], conflicts: [] };
  for (const name of Object.keys(newer) as (keyof T)[]) {
    if (isSame(newer[name], base[name]) || isSame(newer[name], mine[name])) continue;
    const { value, isConflict } = isSame(mine[name], base[name])
      ? { value: newer[name], isConflict: false }
      : (merges[name]?.(base[name], mine[name], newer[name]) ?? { value: mine[name], isConflict: true });
    merged.values[name] = value;
    (isConflict ? merged.conflicts : merged.taken).push(name);
  }
  return merged;
}
