import { nodePreset, webPreset } from '../jest.preset.js';

/** Settings that Jest takes once for all projects. */
const { reporters, maxWorkers, testTimeout } = webPreset;

const project = ({ reporters: _, maxWorkers: __, testTimeout: ___, ...preset }, settings) => ({
  ...preset,
  ...settings,
});

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
