import { describe, expect, it } from '@jest/globals';
import { elastic, glide, moveBy, scaleAt, stepFrom, toggled, WHOLE, within, zoomAt, type Frame } from './zoom.ts';

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
    [300, 40],
    [-480, 60],
    [499, -20],
  ])('fixes the point %p, %p where the picture covers the window', (x, y) => {
    // At a zoom of 2 the picture is higher than the window.
    const start = zoomAt(WHOLE, 2, { x: 0, y: 0 }, frame);
    const view = zoomAt(start, 3, { x, y }, frame);
    for (const [index, part] of inPicture(view, x, y).entries()) {
      expect(part).toBeCloseTo(inPicture(start, x, y)[index]!);
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

describe('scaleAt', () => {
  it('moves the point between the fingers with them', () => {
    const view = scaleAt(WHOLE, 2, { x: 100, y: 50 }, { x: 130, y: 40 });

    expect(inPicture(view, 130, 40)).toEqual(inPicture(WHOLE, 100, 50));
  });
});

describe('moveBy', () => {
  it('moves a large picture up to its edges', () => {
    // 3000 × 1500 in 1000 × 800.
    expect(moveBy({ zoom: 3, x: 0, y: 0 }, { x: 30, y: -20 }, frame)).toEqual({ zoom: 3, x: 30, y: -20 });
    expect(moveBy({ zoom: 3, x: 0, y: 0 }, { x: 1e6, y: -1e6 }, frame)).toEqual({ zoom: 3, x: 1000, y: -350 });
  });

  it('keeps a small picture in the middle', () => {
    expect(moveBy({ zoom: 0.5, x: 0, y: 0 }, { x: 30, y: 1e6 }, frame)).toEqual({ zoom: 0.5, x: 0, y: 0 });
  });
});

it('elastic follows by a third beyond the edges', () => {
  expect(elastic({ zoom: 3, x: 1030, y: 20 }, frame)).toEqual({ zoom: 3, x: 1010, y: 20 });
});

it('glide goes on with the velocity, and ends inside the edges', () => {
  expect(glide({ zoom: 3, x: 0, y: 0 }, { x: 0.5, y: 0 }, frame)).toEqual({ zoom: 3, x: 80, y: 0 });
  expect(glide({ zoom: 3, x: 990, y: 0 }, { x: 2, y: 0 }, frame)).toEqual({ zoom: 3, x: 1000, y: 0 });
});

it('toggled switches between zoom 1 and 2', () => {
  const close = toggled(WHOLE, { x: 100, y: 50 }, frame);
  expect(close).toEqual({ zoom: 2, x: -100, y: -50 });
  expect(toggled(close, { x: 0, y: 0 }, frame)).toEqual(WHOLE);
  expect(toggled({ ...WHOLE, zoom: 0.5 }, { x: 0, y: 0 }, frame)).toEqual(WHOLE);
});

it('within moves a picture back into a smaller window', () => {
  const small: Frame = { stage: { width: 300, height: 200 }, picture: { width: 300, height: 150 } };

  expect(within({ zoom: 2, x: 500, y: 80 }, small)).toEqual({ zoom: 2, x: 150, y: 50 });
});
