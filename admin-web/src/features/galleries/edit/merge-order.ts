import type { MergeField } from '../../../app/conflict/merge-fields.ts';

/** Whether a list is more than another one with some left out and some at the end. */
function isArranged(ids: number[], base: number[]): boolean {
  const [there, before] = [new Set(ids), new Set(base)];
  const plain = [...base.filter((id) => there.has(id)), ...ids.filter((id) => !before.has(id))];
  return plain.some((id, index) => id !== ids[index]);
}

/**
 * Merges two lists of a gallery's photos. Photos that either side has taken out are out, and those that the other side has
 * added come last. Two orders are a conflict.
 */
export const mergeOrder: MergeField<number[]> = (base, mine, newer) => {
  const before = new Set(base);
  const [arrangedHere, arrangedThere] = [isArranged(mine, base), isArranged(newer, base)];
  const [kept, other] = arrangedThere && !arrangedHere ? [newer, mine] : [mine, newer];
  const [inKept, inOther] = [new Set(kept), new Set(other)];
  return {
    value: [
      ...kept.filter((id) => inOther.has(id) || !before.has(id)),
      ...other.filter((id) => !inKept.has(id) && !before.has(id)),
    ],
    isConflict: arrangedHere && arrangedThere,
  };
};
