import { describe, expect, it } from '@jest/globals';
import { indexAt, placeOf, stepOf, tileGrid } from './grid-layout.ts';

describe('a grid of tiles', () => {
  const grid = tileGrid({ least: 80, gap: 10, inset: 5 }, 380);

  it('fills each row with as many tiles as have room, and lets these grow', () => {
    expect(grid).toMatchObject({ columns: 4, width: 85, height: 85 });
    expect(tileGrid({ height: 60, gap: 0, inset: 0 }, 380)).toMatchObject({ columns: 1, width: 380, height: 60 });
  });

  it('has a tile even where it has no room', () => {
    expect(tileGrid({ least: 80, gap: 10, inset: 5 }, 0)).toMatchObject({ columns: 1, width: 0 });
  });

  it('knows the place of a tile, and the tile at a place', () => {
    expect(placeOf(grid, 5)).toEqual({ x: 100, y: 100 });
    expect(indexAt(grid, 10, 100 + 40, 100 + 40)).toBe(5);
    expect(indexAt(grid, 10, 375, 9000)).toBe(9);
    expect(indexAt(grid, 10, -50, -50)).toBe(0);
  });

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
  ])('leads with %s from %i to %s', (key, from, to) => {
    expect(stepOf(key, from, 4, 10)).toBe(to);
  });
});
