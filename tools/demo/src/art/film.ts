import { toEncoded } from './colour.ts';
import type { Rgb } from './colour.ts';
import { hash } from './random.ts';
import type { Picture } from './raster.ts';

/** How a picture is printed. */
export interface FilmStock {
  /** Multiplies the light before the curve. */
  exposure?: number;
  /** 0 leaves the curve straight, 1 is the whole film shoulder. */
  shoulder?: number;
  /** Deviation of the grain in the mid-tones, in 8-bit steps. */
  grain?: number;
  /** How much darker the far corners are, 0 to 1. */
  vignette?: number;
  /** 1 keeps colour as painted, 0 is monochrome. */
  saturation?: number;
  /** Encoded contrast about mid grey; 1 changes nothing. */
  contrast?: number;
  /** Added to shadows and to highlights, in encoded units: the split tone of a print. */
  shadowTint?: Rgb;
  lightTint?: Rgb;
}

const CURVE_STEPS = 8192;
const CURVE_TOP = 8;

/** ACES tone curve fit (Narkowicz 2015), to be fed scaled light so that 1 in gives about 0.7 of paper white. */
function aces(light: number): number {
  return (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14);
}

/** Linear light to encoded tone, tabulated over the square root of the light, which spends the steps on the shadows. */
function toneTable(exposure: number, shoulder: number, contrast: number): Float32Array {
  const table = new Float32Array(CURVE_STEPS + 2);
  for (let step = 0; step < table.length; step++) {
    const root = (step / CURVE_STEPS) * Math.sqrt(CURVE_TOP);
    const light = root * root * exposure;
    const curved = Math.min(1, light) * (1 - shoulder) + Math.min(1, aces(light * 0.62)) * shoulder;
    const encoded = toEncoded(curved);
    const s = encoded * encoded * (3 - 2 * encoded);
    table[step] = encoded + (s - encoded) * (contrast - 1);
  }
  return table;
}

/** Gives the finished 8-bit sRGB pixels: vignette, tone curve, split tone, grain and dither, in that order. */
export function develop(picture: Picture, seed: number, stock: FilmStock = {}): Uint8Array {
  const { width, height, data } = picture;
  const { exposure = 1, shoulder = 0.7, grain = 2, vignette = 0.18, saturation = 1, contrast = 1 } = stock;
  const { shadowTint = [0, 0, 0], lightTint = [0, 0, 0] } = stock;
  const tone = toneTable(exposure, shoulder, contrast);
  const scale = CURVE_STEPS / Math.sqrt(CURVE_TOP);
  const pixels = new Uint8Array(width * height * 3);
  const reach = 4 / (width * width + height * height);
  let index = 0;
  for (let y = 0; y < height; y++) {
    const dy = y - height / 2;
    let earlier = 0;
    for (let x = 0; x < width; x++) {
      const dx = x - width / 2;
      const corner = (dx * dx + dy * dy) * reach;
      const light = 1 - vignette * corner * (0.4 + 0.6 * corner);
      let r = look(tone, data[index]! * light, scale);
      let g = look(tone, data[index + 1]! * light, scale);
      let b = look(tone, data[index + 2]! * light, scale);
      const grey = 0.3 * r + 0.59 * g + 0.11 * b;
      const dark = (1 - grey) * (1 - grey);
      const bright = grey * grey;
      r = grey + (r - grey) * saturation + shadowTint[0] * dark + lightTint[0] * bright;
      g = grey + (g - grey) * saturation + shadowTint[1] * dark + lightTint[1] * bright;
      b = grey + (b - grey) * saturation + shadowTint[2] * dark + lightTint[2] * bright;
      const bits = hash(x, y, seed);
      // Four bytes of the hash make a bell; leaning on the neighbour makes clumps, as silver does.
      const fresh = ((bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510) / 148;
      const clump = fresh * 0.8 + earlier * 0.45;
      earlier = fresh;
      const speck = clump * grain * (0.35 + 2.6 * grey * (1 - grey));
      pixels[index] = toByte(r * 255 + speck + (((bits >>> 4) & 255) - 127) / 255);
      pixels[index + 1] = toByte(g * 255 + speck + (((bits >>> 12) & 255) - 127) / 255);
      pixels[index + 2] = toByte(b * 255 + speck + (((bits >>> 20) & 255) - 127) / 255);
      index += 3;
    }
  }
  return pixels;
}

function look(tone: Float32Array, light: number, scale: number): number {
  const place = Math.sqrt(light < 0 ? 0 : light > CURVE_TOP ? CURVE_TOP : light) * scale;
  const step = place | 0;
  const low = tone[step]!;
  return low + (tone[step + 1]! - low) * (place - step);
}

function toByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : (value + 0.5) | 0;
}
