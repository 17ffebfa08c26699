import { nodePreset, webPreset } from '../jest.preset.js';

// Reporters and workers are the run's, not a project's.
const { reporters, maxWorkers, testTimeout, ...web } = webPreset;
const { reporters: _r, maxWorkers: _w, testTimeout: _t, ...node } = nodePreset;

export default {
  reporters,
  maxWorkers,
  testTimeout,
  projects: [
    { ...web, displayName: 'pages', testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'] },
    { ...node, displayName: 'server', testMatch: ['<rootDir>/server/**/*.test.ts', '<rootDir>/build/**/*.test.ts'] },
  ],
};
