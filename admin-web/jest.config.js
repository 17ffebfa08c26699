import { nodePreset, together, webPreset } from '../jest.preset.js';

export default together(
  {
    ...webPreset,
    displayName: 'browser',
    roots: ['<rootDir>/src'],
    setupFilesAfterEnv: [...webPreset.setupFilesAfterEnv, '<rootDir>/test/setup.ts'],
  },
  { ...nodePreset, displayName: 'server', roots: ['<rootDir>/server'] },
);
