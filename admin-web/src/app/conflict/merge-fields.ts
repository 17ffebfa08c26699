/** Merges a field changed on both sides. At a conflict, `value` is saved if the administrator keeps their own version. */
export type MergeField<V> = (base: V, ours: V, theirs: V) => { value: V; isConflict: boolean };

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
 * @param ours values of the form
 * @param theirs saved version
 */
export function mergeFields<T extends object>(base: T, ours: T, theirs: T, merges: FieldMerges<T> = {}): Merged<T> {
  const merged: Merged<T> = { values: { ...ours }, updated: [], conflicts: [] };
  for (const name of Object.keys(theirs) as (keyof T)[]) {
    if (isSame(theirs[name], base[name]) || isSame(theirs[name], ours[name])) continue;
    const { value, isConflict } = isSame(ours[name], base[name])
      ? { value: theirs[name], isConflict: false }
      : (merges[name]?.(base[name], ours[name], theirs[name]) ?? { value: ours[name], isConflict: true });
    merged.values[name] = value;
    (isConflict ? merged.conflicts : merged.updated).push(name);
  }
  return merged;
}
