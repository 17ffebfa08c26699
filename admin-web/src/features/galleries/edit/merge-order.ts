import type { MergeField } from '../../../app/conflict/merge-fields.ts';

/** Whether a list was reordered, beyond removals and appended items. */
function isReordered(ids: number[], base: number[]): boolean {
  const [present, before] = [new Set(ids), new Set(base)];
  const unordered = [...base.filter((id) => present.has(id)), ...ids.filter((id) => !before.has(id))];
  return unordered.some((id, index) => id !== ids[index]);
}

/**
 * Three-way merge of a gallery's photos. Photos removed on either side are removed; photos added on the other side are appended.
 * Reordering on both sides is a conflict.
 */
export const mergeOrder: MergeField<number[]> = (base, ours, theirs) => {
  const before = new Set(base);
  const [areOursReordered, areTheirsReordered] = [isReordered(ours, base), isReordered(theirs, base)];
  const [main, other] = areTheirsReordered && !areOursReordered ? [theirs, ours] : [ours, theirs];
  const [inMain, inOther] = [new Set(main), new Set(other)];
  return {
    value: [
      ...main.filter((id) => inOther.has(id) || !before.has(id)),
      ...other.filter((id) => !inMain.has(id) && !before.has(id)),
    ],
    isConflict: areOursReordered && areTheirsReordered,
  };
};
