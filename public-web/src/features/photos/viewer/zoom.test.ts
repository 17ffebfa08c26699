import { describe, expect, it } from '@jest/globals';
import { moveBy, stepFrom, toggled, WHOLE, within, zoomAt, type Frame } from './zoom.ts';

/** A picture that fills the width of its stage, but not the height. */
const frame: Frame = { stage: { width: 1000, height: 800 }, picture: { width: 1000, height: 500 } };

/** Point of the picture under a point of the stage, relative to its size and centre. */
const inPicture = (view: { zoom: number; x: number; y: number }, x: number, y: number) => [
  (x - view.x) / (frame.picture.width * view.zoom),
  (y - view.y) / (frame.picture.height * view.zoom),
];

describe('stepFrom', () => {
  it('steps by quarters between 0.5 and 3', () => {
    const up = [0.5];
    while (up.at(-1)! < 3) up.push(stepFrom(up.at(-1)!, 1));
    expect(up).toEqual([0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3]);
    expect(stepFrom(3, 1)).toBe(3);

    const down = [3];
    while (down.at(-1)! > 0.5) down.push(stepFrom(down.at(-1)!, -1));
    expect(down).toEqual(up.toReversed());
    expect(stepFrom(0.5, -1)).toBe(0.5);
  });

  it('steps to the next quarter after a pinch', () => {
    expect(stepFrom(1.37, 1)).toBe(1.5);
    expect(stepFrom(1.37, -1)).toBe(1.25);
    expect(stepFrom(1.25 + 1e-9, 1)).toBe(1.5);
    expect(stepFrom(1.25 - 1e-9, -1)).toBe(1);
  });
});

describe('zoomAt', () => {
  it.each([
    [300, 200],
    [-480, 240],
    [499, -249],
  ])('fixes the point %p, %p', (x, y) => {
    for (const zoom of [1.25, 2, 3]) {
      const view = zoomAt(WHOLE, zoom, { x, y }, frame);
      for (const [index, part] of inPicture(view, x, y).entries()) {
        expect(part).toBeCloseTo(inPicture(WHOLE, x, y)[index]!);
      }
    }
  });

  it('respects the limits', () => {
    expect(zoomAt(WHOLE, 9, { x: 0, y: 0 }, frame).zoom).toBe(3);
    expect(zoomAt(WHOLE, 0.1, { x: 0, y: 0 }, frame).zoom).toBe(0.5);
  });

  it('centres a picture that fits the window', () => {
    const close = zoomAt(WHOLE, 3, { x: 400, y: 100 }, frame);

    const { x, y } = zoomAt(close, 1, { x: -400, y: -100 }, frame);
    expect(x).toBeCloseTo(0);
    expect(y).toBeCloseTo(0);
  });
});

describe('moveBy', () => {
  it('follows the finger at every zoom', () => {
    expect(moveBy(WHOLE, { x: 30, y: -20 }, frame)).toEqual({ zoom: 1, x: 30, y: -20 });
    expect(moveBy({ zoom: 3, x: 0, y: 0 }, { x: 30, y: -20 }, frame)).toEqual({ zoom: 3, x: 30, y: -20 });
  });

  it.each([0.5, 1, 2, 3])('keeps the picture in view at a zoom of %p', (zoom) => {
    for (const by of [1e6, -1e6]) {
      const { x, y } = moveBy({ zoom, x: 0, y: 0 }, { x: by, y: by }, frame);
      const overlap = (middle: number, size: number, room: number) =>
        Math.min(middle + size / 2, room / 2) - Math.max(middle - size / 2, -room / 2);
      expect(overlap(x, 1000 * zoom, 1000)).toBeGreaterThanOrEqual(Math.min(1000 * zoom, 1000) / 2);
      expect(overlap(y, 500 * zoom, 800)).toBeGreaterThanOrEqual(Math.min(500 * zoom, 800) / 2);
    }
  });
});

it('toggled switches between zoom 1 and 2', () => {
  const close = toggled(WHOLE, { x: 100, y: 50 }, frame);
  expect(close).toEqual({ zoom: 2, x: -100, y: -50 });
  expect(toggled(close, { x: 0, y: 0 }, frame)).toEqual(WHOLE);
  expect(toggled({ ...WHOLE, zoom: 0.5 }, { x: 0, y: 0 }, frame)).toEqual(WHOLE);
});

it('within moves a picture back into a smaller window', () => {
  const small: Frame = { stage: { width: 300, height: 200 }, picture: { width: 300, height: 150 } };

  expect(within({ zoom: 1, x: 500, y: 0 }, small)).toEqual({ zoom: 1, x: 150, y: 0 });
});
