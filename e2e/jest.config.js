import { nodePreset } from '../jest.preset.js';

export default {
  ...nodePreset,
  // Tests wait for real processes.
  testTimeout: 120_000,
  // Each worker has a site of its own: run/global-setup.js.
  maxWorkers: 3,
  testSequencer: '<rootDir>/../tools/jest/longest-first.mjs',
  globalSetup: '<rootDir>/run/global-setup.js',
  globalTeardown: '<rootDir>/run/global-teardown.js',
};
