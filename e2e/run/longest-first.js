import Sequencer from '@jest/test-sequencer';

/** In this order, and all others after them: a long one that began last would run alone in the end. */
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

const placeOf = ({ path }) => {
  const place = LONG.findIndex((name) => path.endsWith(`/${name}.test.ts`));
  return place < 0 ? LONG.length : place;
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return [...tests].sort((one, other) => placeOf(one) - placeOf(other) || one.path.localeCompare(other.path));
  }
}
