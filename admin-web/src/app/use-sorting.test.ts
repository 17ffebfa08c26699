import { expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useSorting } from './use-sorting.ts';

function lifted(list: number[], index: number) {
  const onChange = jest.fn();
  const { result, rerender } = renderHook(({ ids }) => useSorting(ids, { indexAt: () => 0 }, String, onChange), {
    initialProps: { ids: list },
  });
  act(() => void result.current.liftByKeys(index));
  const drop = (to: number) => {
    act(() => result.current.moveTo(to));
    act(() => result.current.drop());
    return onChange.mock.calls;
  };
  return { drop, change: (ids: number[]) => rerender({ ids }) };
}

it('moves the lifted item, also when the list has changed since', () => {
  const { drop, change } = lifted([1, 2, 3, 4], 2);
  change([2, 3, 4]);

  expect(drop(0)).toEqual([[[3, 2, 4]]]);
});

it('moves nothing when the lifted item has left the list', () => {
  const { drop, change } = lifted([1, 2, 3], 2);
  change([1, 2]);

  expect(drop(0)).toEqual([]);
});
