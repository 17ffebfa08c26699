import { nodePreset, webPreset } from '../jest.preset.js';

/** Settings that are the run's, not a project's. */
const { reporters, maxWorkers, testTimeout } = webPreset;

function project(preset, settings) {
  const merged = { ...preset, ...settings };
  for (const name of ['reporters', 'maxWorkers', 'testTimeout']) delete merged[name];
  return merged;
}

export default {
  reporters,
  maxWorkers,
  testTimeout,
  projects: [
    project(webPreset, { displayName: 'pages', roots: ['<rootDir>/src'] }),
    project(nodePreset, {
      displayName: 'server',
      roots: ['<rootDir>/server', '<rootDir>/test'],
      // The server renders the pages from their sources, with names for styles.
      moduleNameMapper: webPreset.moduleNameMapper,
    }),
  ],
};
