import { logicPreset, nodePreset, combinePresets, webPreset } from '../jest.preset.js';

export default combinePresets(
  { ...webPreset, displayName: 'pages', roots: ['<rootDir>/src'] },
  { ...logicPreset, displayName: 'logic', roots: ['<rootDir>/src'] },
  {
    ...nodePreset,
    displayName: 'server',
    roots: ['<rootDir>/server', '<rootDir>/test'],
    // The server renders the pages from their sources, with names for styles.
    moduleNameMapper: webPreset.moduleNameMapper,
  },
);
