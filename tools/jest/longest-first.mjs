import Sequencer from '@jest/test-sequencer';

/** The longest files of the API and in browsers, in their order; a long file at the end would run alone. */
const LONG = [
  'property/mutants.full',
  'http/fuzz',
  'property/property',
  'scale/lists-at-scale',
  'scale/sitemap-at-scale',
  'operations/concurrent-changes',
  'http/bad-input',
  'journey/week.full',
  'engines/engines.full',
  'engines/viewer.full',
  'resilience/crash.full',
  'resilience/uploads.full',
  'site/import.full',
  'pages/admin-screens',
  'engines/engines',
  'pages/screens',
  'pages/viewer',
  'pages/wayfinding',
  'content/galleries-and-photos',
  'content/reading',
  'feedback/forms',
  'federation/federation',
  'session/back-office',
  'site/settings',
  'site/new-site',
  'journey/journey',
  'pages/photo-touch',
  'resilience/nothing-lost',
  'site/news',
  'pages/sharpness',
  'pages/viewer-gallery',
  'pages/layout',
  'pages/first-view',
  'content/file-details',
  'feedback/comments-and-messages',
  'content/saved-uploads',
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
