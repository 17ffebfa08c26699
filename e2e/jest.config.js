import { nodePreset } from '../jest.preset.js';

export default {
  ...nodePreset,
  // A start of the site, a step in the browser: each waits for real processes on machines of any speed.
  testTimeout: 120_000,
  // One site at a time; `npm test -- --maxWorkers=2` runs two, which takes less time where nothing else runs.
  maxWorkers: 1,
  testSequencer: '<rootDir>/run/longest-first.js',
  globalSetup: '<rootDir>/run/make-folder.js',
  globalTeardown: '<rootDir>/run/remove-folder.js',
};
