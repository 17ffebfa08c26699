import { describe, expect, it } from '@jest/globals';
import { gridLayout, indexAfterKey, indexAt, positionOf } from './grid-layout.ts';

describe('gridLayout', () => {
  it('fills each row with as many tiles as fit, and widens them', () => {
    expect(gridLayout({ minWidth: 80, gap: 10, inset: 5 }, 380)).toMatchObject({ columns: 4, width: 85, height: 85 });
    expect(gridLayout({ height: 60, gap: 0 }, 380)).toMatchObject({ columns: 1, width: 380, height: 60 });
  });

  it('has one column in a box without width', () => {
    expect(gridLayout({ minWidth: 80, gap: 10, inset: 5 }, 0)).toMatchObject({ columns: 1, width: 0 });
  });
});

describe('positionOf and indexAt', () => {
  it('map an index to a position and back', () => {
    const layout = gridLayout({ minWidth: 80, gap: 10, inset: 5 }, 380);

    expect(positionOf(layout, 5)).toEqual({ x: 100, y: 100 });
    expect(indexAt(layout, 10, 100 + 40, 100 + 40)).toBe(5);
    expect(indexAt(layout, 10, 10, 9000)).toBe(8);
    expect(indexAt(layout, 10, 375, 9000)).toBe(9);
    expect(indexAt(layout, 10, -50, -50)).toBe(0);
  });

  it('use the row gap between rows', () => {
    const layout = gridLayout({ minWidth: 80, gap: 10, rowGap: 30, inset: 5 }, 380);

    expect(positionOf(layout, 5)).toEqual({ x: 100, y: 120 });
    expect(indexAt(layout, 10, 140, 160)).toBe(5);
  });
});

describe('indexAfterKey', () => {
  it.each([
    ['ArrowLeft', 5, 4],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 9, 9],
    ['ArrowUp', 6, 2],
    ['ArrowUp', 2, 2],
    ['ArrowDown', 2, 6],
    ['ArrowDown', 7, 9],
    ['ArrowDown', 8, 8],
    ['Home', 7, 0],
    ['End', 2, 9],
    ['x', 2, undefined],
  ])('moves with %s from %i to %s', (key, from, to) => {
    expect(indexAfterKey(key, from, 4, 10)).toBe(to);
  });
});
