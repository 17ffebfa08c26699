import { describe, expect, it } from '@jest/globals';
import { placeholderImage } from './placeholder.ts';

/** Parses a BMP: its size, and a function for the colour of a pixel, counted from the top left. */
function readBitmap(url: string) {
  const bytes = Uint8Array.from(atob(url.split(',')[1] ?? ''), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const [width, height] = [view.getUint16(18, true), view.getUint16(20, true)];
  const row = Math.ceil((width * 3) / 4) * 4;
  const colour = (x: number, y: number) => {
    const start = view.getUint32(10, true) + (height - 1 - y) * row + x * 3;
    return [bytes[start + 2], bytes[start + 1], bytes[start]];
  };
  return {
    bytes,
    width,
    height,
    colour,
    magic: String.fromCharCode(bytes[0] ?? 0, bytes[1] ?? 0),
    size: view.getUint32(2, true),
  };
}

describe('placeholderImage', () => {
  // Blue above, orange below: hashes of the reference implementation for pictures of 90 × 60 and 60 × 90.
  const wide = 'HygGrZaId4iAiHiIiKiIiIiAiAiI';
  const tall = 'HygGrRZ4eHCIeIioeIhoiIhwiAeH';

  it('draws the colours at their positions', () => {
    const { colour, width, height } = readBitmap(placeholderImage(wide) ?? '');

    expect([width, height]).toEqual([6, 4]);
    for (const x of [0, 3, 5]) {
      const [red, , blue] = colour(x, 0) as [number, number, number];
      expect(blue).toBeGreaterThan(red + 60);
      const [redBelow, , blueBelow] = colour(x, 3) as [number, number, number];
      expect(redBelow).toBeGreaterThan(blueBelow + 60);
    }
  });

  it('is portrait for a portrait picture', () => {
    const { width, height } = readBitmap(placeholderImage(tall) ?? '');

    expect([width, height]).toEqual([4, 6]);
  });

  it('matches a colour of the reference implementation', () => {
    // Its colour at the centre of our top left pixel, in a picture of 32 × 23.
    const reference = [43, 102, 219];
    const { colour } = readBitmap(placeholderImage(wide) ?? '');

    for (const [index, part] of colour(0, 0).entries()) {
      expect(Math.abs((part ?? 0) - (reference[index] ?? 0))).toBeLessThanOrEqual(3);
    }
  });

  it('is a valid bitmap of less than 180 characters', () => {
    const url = placeholderImage(wide) ?? '';
    const { magic, size, bytes } = readBitmap(url);

    expect(magic).toBe('BM');
    expect(size).toBe(bytes.length);
    expect(url.length).toBeLessThan(180);
  });

  it('is undefined for a picture with transparency, which would not cover it', () => {
    const bytes = Uint8Array.from(atob(wide), (character) => character.charCodeAt(0));
    bytes[2]! |= 0x80;

    expect(placeholderImage(btoa(String.fromCharCode(...bytes)))).toBeUndefined();
  });

  it('is undefined for an invalid hash', () => {
    expect(placeholderImage('***')).toBeUndefined();
    expect(placeholderImage('AAA=')).toBeUndefined();
  });
});
