import { nodePreset, pagePreset, combinePresets } from '../jest.preset.js';

export default combinePresets(
  {
    ...pagePreset,
    displayName: 'browser',
    roots: ['<rootDir>/src'],
    setupFilesAfterEnv: [...pagePreset.setupFilesAfterEnv, '<rootDir>/test/setup.ts'],
  },
  { ...nodePreset, displayName: 'server', roots: ['<rootDir>/server'] },
);
