import { nodePreset, pagePreset, together } from '../jest.preset.js';

export default together(
  {
    ...pagePreset,
    displayName: 'browser',
    roots: ['<rootDir>/src'],
    setupFilesAfterEnv: [...pagePreset.setupFilesAfterEnv, '<rootDir>/test/setup.ts'],
  },
  { ...nodePreset, displayName: 'server', roots: ['<rootDir>/server'] },
);
