import { expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useSelection } from './use-selection.ts';

function select(list: number[]) {
  const { result, rerender } = renderHook(({ list, scope, isPartial }) => useSelection(list, scope, isPartial), {
    initialProps: { list, scope: 'all', isPartial: false },
  });
  return {
    ids: () => [...result.current.ids],
    toggle: (id: number, isRange = false) => act(() => result.current.toggle(id, isRange)),
    set: (ids: number[]) => act(() => result.current.set(ids)),
    clear: () => act(() => result.current.clear()),
    show: (list: number[], scope = 'all', isPartial = false) => rerender({ list, scope, isPartial }),
  };
}

it('toggles items and returns them in the order of the list', () => {
  const { toggle, ids } = select([9, 8, 7]);

  toggle(7);
  toggle(9);
  expect(ids()).toEqual([9, 7]);
  toggle(7);
  expect(ids()).toEqual([9]);
});

it('gives a range the state of its end, in both directions', () => {
  const { toggle, ids } = select([9, 8, 7, 6, 5]);

  toggle(6);
  toggle(8, true);
  expect(ids()).toEqual([8, 7, 6]);
  toggle(6, true);
  expect(ids()).toEqual([]);
});

it('keeps the items that a list under way does not have yet', () => {
  const { toggle, show, ids } = select([9, 8, 7]);
  toggle(9);

  show([7], 'all', true);
  toggle(7);

  show([7, 8, 9]);
  expect(ids()).toEqual([7, 9]);
});

it('starts no range at a removed item', () => {
  const { toggle, show, ids } = select([9, 8, 7]);

  toggle(9);
  show([8, 7]);
  toggle(7, true);

  expect(ids()).toEqual([7]);
});

it('deselects items that leave the list, also after their return', () => {
  const { toggle, set, show, ids } = select([9, 8, 7]);
  set([9, 8]);

  show([8, 7]);
  expect(ids()).toEqual([8]);
  toggle(7);
  show([9, 8, 7]);

  expect(ids()).toEqual([8, 7]);
});

it('clears the selection at another scope and on demand', () => {
  const { set, clear, show, ids } = select([9, 8, 7]);

  set([9, 7]);
  show([9, 8, 7], 'approved');
  expect(ids()).toEqual([]);
  set([9]);
  clear();

  expect(ids()).toEqual([]);
});
