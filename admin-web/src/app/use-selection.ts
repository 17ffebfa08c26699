import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

interface State {
  scope: string;
  selected: ReadonlySet<number>;
  /** Start of a range. */
  anchor: number | undefined;
}

const emptyState = (scope: string): State => ({ scope, selected: new Set(), anchor: undefined });

/**
 * Selected items of a list. An item that leaves the list stays selected until the next toggle of a complete list.
 *
 * @param list ids in order
 * @param scope filter of the list; a change clears the selection
 * @param isPartial the list is being loaded: selected items that it lacks stay selected at a toggle
 */
export function useSelection(list: number[], scope = '', isPartial = false) {
  const [state, setState] = useState(() => emptyState(scope));
  if (state.scope !== scope) setState(emptyState(scope));
  const { selected } = state.scope === scope ? state : emptyState(scope);
  const ids = useMemo(() => new Set(list.filter((id) => selected.has(id))), [list, selected]);

  const latest = useRef({ list, isPartial });
  useEffect(() => {
    latest.current = { list, isPartial };
  }, [list, isPartial]);

  const toggle = useCallback((id: number, isRange: boolean) => {
    setState((before) => {
      const { list: listed, isPartial: isIncomplete } = latest.current;
      const after = new Set(isIncomplete ? before.selected : listed.filter((each) => before.selected.has(each)));
      const isSelected = !after.has(id);
      for (const each of isRange ? between(listed, before.anchor, id) : [id]) {
        if (isSelected) after.add(each);
        else after.delete(each);
      }
      return { ...before, selected: after, anchor: id };
    });
  }, []);
  const set = useCallback((ids: Iterable<number>) => {
    setState((before) => ({ ...before, selected: new Set(ids) }));
  }, []);
  const clear = useCallback(() => set([]), [set]);
  const remove = useCallback((removed: Iterable<number>) => {
    const gone = new Set(removed);
    setState((before) => ({ ...before, selected: new Set([...before.selected].filter((id) => !gone.has(id))) }));
  }, []);

  return {
    /** Only items of the list, in its order. */
    ids,
    /** Number of selected items that are not in the list now. */
    outsideCount: selected.size - ids.size,
    /** Toggles one item, or the range from the last toggled item to it. */
    toggle,
    set,
    clear,
    remove,
  };
}

/** Ids of a range in either direction; `to` alone if `from` is not listed. */
function between(list: number[], from: number | undefined, to: number): number[] {
  const positions = [from, to].map((id) => list.findIndex((each) => each === id));
  if (positions.includes(-1)) return [to];
  return list.slice(Math.min(...positions), Math.max(...positions) + 1);
}
