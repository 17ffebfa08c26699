import { nodePreset } from '../jest.preset.js';

export default {
  ...nodePreset,
  // Tests wait for real processes.
  testTimeout: 120_000,
  // Each Jest worker has a running site of its own, shared by its test files: src/site/site-pool.ts.
  maxWorkers: 3,
  testSequencer: '<rootDir>/../tools/jest/longest-first.mjs',
  globalSetup: '<rootDir>/run/global-setup.js',
  globalTeardown: '<rootDir>/run/global-teardown.js',
};
