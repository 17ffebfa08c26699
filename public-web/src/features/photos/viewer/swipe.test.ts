import { describe, expect, it } from '@jest/globals';
import { closes, directionOf, dropOf, turnOf } from './swipe.ts';

describe('directionOf', () => {
  it('is unclear for the first pixels', () => {
    expect(directionOf({ x: 5, y: 5 })).toBeUndefined();
  });

  it.each([
    [{ x: 9, y: 2 }, 'across'],
    [{ x: -30, y: 30 }, 'across'],
    [{ x: 4, y: 12 }, 'down'],
    [{ x: 4, y: -12 }, 'up'],
  ])('of %j is %s', (by, direction) => {
    expect(directionOf(by)).toBe(direction);
  });
});

describe('turnOf', () => {
  it.each([
    ['a third of the width, to the left', -134, 0, 'next'],
    ['a third of the width, to the right', 134, 0, 'previous'],
    ['less, slowly', -132, -0.3, undefined],
    ['a flick to the left', -20, -0.5, 'next'],
    ['a flick to the right', 20, 0.5, 'previous'],
    ['a flick back', -300, 0.5, undefined],
  ])('for %s', (_name, by, velocity, side) => {
    expect(turnOf(by, velocity, 400)).toBe(side);
  });
});

describe('closes', () => {
  it.each([
    ['a fifth of the height', 161, 0, true],
    ['less, slowly', 159, 0.3, false],
    ['a flick down', 20, 0.5, true],
    ['a flick up', 400, -0.5, false],
  ])('for %s', (_name, by, velocity, expected) => {
    expect(closes(by, velocity, 800)).toBe(expected);
  });
});

describe('dropOf', () => {
  it('shrinks the picture and clears the backdrop with the way down', () => {
    expect(dropOf(0, 800)).toEqual({ scale: 1, opacity: 1 });
    expect(dropOf(400, 800)).toEqual({ scale: 0.7, opacity: 0.25 });
    expect(dropOf(900, 800)).toEqual({ scale: 0.4, opacity: 0 });
  });

  it('ignores the way up', () => {
    expect(dropOf(-100, 800)).toEqual({ scale: 1, opacity: 1 });
  });
});
