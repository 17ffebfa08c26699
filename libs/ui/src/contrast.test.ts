import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

type Colour = [red: number, green: number, blue: number];
type Tokens = Record<string, string>;

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** Custom properties of the first rule of a selector. */
function rule(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`tokens.css has no rule for ${selector}`);
  const body = css.slice(start, css.indexOf('}', start));
  return Object.fromEntries([...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

/** Tokens of a rule in a theme: the first or second colour of `light-dark()`. */
const inTheme = (selector: string, index: 1 | 2): Tokens =>
  Object.fromEntries(
    Object.entries(rule(selector)).map(([name, value]) => [
      name,
      /^light-dark\((.+), (.+)\)$/.exec(value)?.[index] ?? value,
    ]),
  );

const light = inTheme('[data-theme]', 1);
const dark = inTheme('[data-theme]', 2);
/** On a page with the artist's picture behind it. */
const veiled = { ...light, ...inTheme("[data-background='page']", 1) };
const veiledDark = { ...dark, ...inTheme("[data-background='page']", 2) };
const hero = (theme: Tokens) => ({ ...theme, ...rule("[data-background='hero']") });

const opaque = (hex = ''): Colour => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Colour;

/** Opacity of the hero's veil at the edge of the words, where it is blurred: see hero.module.css. */
const EDGE = 0.95;

/** Colour of a grey, 0 to 255, seen through the veil. @param edge share of the veil's opacity */
function through({ veil = '' }: Tokens, grey: number, edge: number): Colour {
  const [red, green, blue, opacity] = (veil.match(/[\d.]+/g) ?? []).map(Number) as [number, number, number, number];
  const share = opacity * edge;
  return [red, green, blue].map((part) => part * share + grey * (1 - share)) as Colour;
}

/** As WCAG 2.2 defines it. */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [less, more] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (more + 0.05) / (less + 0.05);
}

const WORDS = ['ink', 'ink-quiet', 'accent', 'danger', 'good', 'warn'];
const HERO_WORDS = ['ink', 'ink-quiet', 'accent'];
const BLACK_TO_WHITE = Array.from({ length: 52 }, (_, step) => step * 5);

it('computes 21:1 for black on white', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  expect(contrast(opaque('#777777'), [255, 255, 255])).toBeCloseTo(4.48, 2);
});

describe.each([
  ['light', light],
  ['dark', dark],
])('on %s paper', (_, tokens) => {
  it.each(WORDS)('%s can be read', (name) => {
    for (const ground of ['paper', 'paper-raised', 'paper-sunken']) {
      expect(contrast(opaque(tokens[name]), opaque(tokens[ground]))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe.each([
  ['on a light page over a picture', veiled, WORDS, 1],
  ['on a dark page over a picture', veiledDark, WORDS, 1],
  ['in the hero of a light page over a picture', hero(light), HERO_WORDS, EDGE],
  ['in the hero of a dark page over a picture', hero(dark), HERO_WORDS, EDGE],
])('%s', (_, tokens, words, edge) => {
  it.each(words)('%s can be read, be the picture black, white or between', (name) => {
    for (const grey of BLACK_TO_WHITE) {
      expect(contrast(opaque(tokens[name]), through(tokens, grey, edge))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('shows the focus outline', () => {
    for (const grey of BLACK_TO_WHITE) {
      expect(contrast(opaque(tokens['focus']), through(tokens, grey, edge))).toBeGreaterThanOrEqual(3);
    }
  });
});

it('keeps text on opaque surfaces of a veiled page readable', () => {
  for (const tokens of [veiled, veiledDark]) {
    for (const name of WORDS) {
      expect(contrast(opaque(tokens[name]), opaque(tokens['paper-raised']))).toBeGreaterThanOrEqual(4.5);
    }
  }
});
