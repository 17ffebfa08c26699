import Sequencer from '@jest/test-sequencer';

/** The longest files in their order; a long file at the end would run alone. */
const LONG = [
  'admin-screens',
  'engines',
  'screens',
  'viewer',
  'wayfinding',
  'galleries-and-photos',
  'reading',
  'forms',
  'federation',
  'back-office',
  'settings',
  'new-site',
  'journey',
  'photo-touch',
  'nothing-lost',
  'news',
  'sharpness',
  'viewer-gallery',
  'layout',
  'first-view',
  'file-details',
  'comments-and-messages',
  'saved-uploads',
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
