import Sequencer from '@jest/test-sequencer';

/** The longest files in their order; a long file at the end would run alone. */
const LONG = [
  'admin-screens',
  'wayfinding',
  'viewer',
  'screens',
  'viewer-gallery',
  'new-site',
  'reading',
  'galleries-and-photos',
  'federation',
  'engines',
  'back-office',
  'journey',
  'settings',
  'forms',
  'crash',
  'collected-services',
  'photo-touch',
  'hydration',
  'nothing-lost',
  'first-view',
  'layout',
  'sharpness',
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
