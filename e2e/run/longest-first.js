import Sequencer from '@jest/test-sequencer';

/** The longest files in their order; a long file at the end would run alone. */
const LONG = [
  'admin-screens',
  'screens',
  'galleries-and-photos',
  'federation',
  'crash',
  'reading',
  'forms',
  'engines',
  'nothing-lost',
  'back-office',
  'uploads',
  'journey',
  'viewer',
  'comments-and-messages',
  'news',
  'settings',
  'first-view',
];

const positionOf = ({ path }) => {
  const position = LONG.findIndex((name) => path.endsWith(`/${name}.test.ts`));
  return position < 0 ? LONG.length : position;
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return [...tests].sort((one, other) => positionOf(one) - positionOf(other) || one.path.localeCompare(other.path));
  }
}
