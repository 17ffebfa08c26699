import { paintCrest } from './dry-crest.ts';
import { paintErg } from './dry-erg.ts';
import { paintNight } from './dry-night.ts';
import { paintRipples } from './dry-ripples.ts';
import type { Painter } from './frame.ts';
import { paintAurora } from './high-aurora.ts';
import { paintInversion } from './high-inversion.ts';
import { paintNorthRidge } from './high-north-ridge.ts';
import { paintSpruce } from './high-spruce.ts';
import { paintGroyne } from './sea-groyne.ts';
import { paintMoonrise } from './sea-moon.ts';
import { paintSquall } from './sea-squall.ts';
import { paintStacks } from './sea-stacks.ts';

/** Every painter by the name the catalogue calls it. */
export const painters = {
  groyne: paintGroyne,
  stacks: paintStacks,
  moonrise: paintMoonrise,
  squall: paintSquall,
  inversion: paintInversion,
  northRidge: paintNorthRidge,
  spruce: paintSpruce,
  aurora: paintAurora,
  crest: paintCrest,
  ripples: paintRipples,
  erg: paintErg,
  night: paintNight,
} satisfies Record<string, Painter>;

/** The name of a painter. */
export type PainterName = keyof typeof painters;
