import { nodePreset } from '../jest.preset.js';

/** Tests of backups, which a change inside a feature does not touch: a target of its own in Nx. */
const BACKUPS = 'test/backup';
/** Undefined without Nx: `npm test -w api` runs all. */
const target = process.env.NX_TASK_TARGET_TARGET;

export default {
  ...nodePreset,
  // Three on two cores: half of the time a test of the API waits, for the database or for a time-out.
  maxWorkers: 3,
  testSequencer: '<rootDir>/../tools/jest/longest-first.mjs',
  ...(target === 'test-backup' && { roots: [`<rootDir>/${BACKUPS}`] }),
  ...(target === 'test' && { testPathIgnorePatterns: [...nodePreset.testPathIgnorePatterns, `/${BACKUPS}/`] }),
};
