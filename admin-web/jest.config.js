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
    project(webPreset, {
      displayName: 'browser',
      roots: ['<rootDir>/src'],
      setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
    }),
    project(nodePreset, { displayName: 'server', roots: ['<rootDir>/server'] }),
  ],
};
