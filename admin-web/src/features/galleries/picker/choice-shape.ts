import type { TileShape } from '../../../app/virtual-grid/grid-layout.ts';
import type { ChoiceSize, ChoiceView } from './photo-choice.tsx';

/** Pixels. */
const SHAPES: Record<ChoiceView, Record<ChoiceSize, TileShape>> = {
  grid: {
    small: { least: 92, gap: 8, inset: 8 },
    large: { least: 160, gap: 12, inset: 8 },
  },
  list: {
    small: { height: 64, gap: 0, inset: 8 },
    large: { height: 128, gap: 0, inset: 8 },
  },
};

export const choiceShape = (view: ChoiceView, size: ChoiceSize): TileShape => SHAPES[view][size];
