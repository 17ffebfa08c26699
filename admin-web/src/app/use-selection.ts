import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export interface Selection {
  /** In the order of the list. */
  ids: ReadonlySet<number>;
  /** How many were selected that are not in the list, or not yet. */
  missing: number;
  /** Takes one in or out, or with it all from the one before up to it. The same function for good. */
  toggle: (id: number, isRange: boolean) => void;
  set: (ids: Iterable<number>) => void;
  clear: () => void;
}

interface State {
  scope: string;
  chosen: ReadonlySet<number>;
  /** Where the last choice was made: a range begins there. */
  anchor: number | undefined;
}

const startOf = (scope: string): State => ({ scope, chosen: new Set(), anchor: undefined });

/**
 * What is selected of a list. Nothing is that is not in the list, so that nothing is done to what nobody sees: another scope
 * begins anew.
 *
 * @param list ids in their order
 * @param scope what the list is narrowed to
 */
export function useSelection(list: number[], scope = ''): Selection {
  const [state, setState] = useState(() => startOf(scope));
  if (state.scope !== scope) setState(startOf(scope));
  const { chosen } = state.scope === scope ? state : startOf(scope);
  const ids = useMemo(() => new Set(list.filter((id) => chosen.has(id))), [list, chosen]);

  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  }, [list]);

  const toggle = useCallback((id: number, isRange: boolean) => {
    setState((before) => {
      const after = new Set(latest.current.filter((each) => before.chosen.has(each)));
      const isWanted = !after.has(id);
      for (const each of isRange ? between(latest.current, before.anchor, id) : [id]) {
        if (isWanted) after.add(each);
        else after.delete(each);
      }
      return { ...before, chosen: after, anchor: id };
    });
  }, []);
  const set = useCallback((wanted: Iterable<number>) => {
    setState((before) => ({ ...before, chosen: new Set(wanted) }));
  }, []);
  const clear = useCallback(() => set([]), [set]);

  return { ids, missing: chosen.size - ids.size, toggle, set, clear };
}

/** All from one to another, whichever stands first; the second alone where the first is not there. */
function between(list: number[], from: number | undefined, to: number): number[] {
  const places = [from, to].map((id) => list.findIndex((each) => each === id));
  if (places.includes(-1)) return [to];
  return list.slice(Math.min(...places), Math.max(...places) + 1);
}
