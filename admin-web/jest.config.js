import { logicPreset, nodePreset, together, webPreset } from '../jest.preset.js';

export default together(
  {
    ...webPreset,
    displayName: 'browser',
    roots: ['<rootDir>/src'],
    setupFilesAfterEnv: [...webPreset.setupFilesAfterEnv, '<rootDir>/test/setup.ts'],
  },
  { ...logicPreset, displayName: 'logic', roots: ['<rootDir>/src'] },
  { ...nodePreset, displayName: 'server', roots: ['<rootDir>/server'] },
);
