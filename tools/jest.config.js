import { preset } from '../jest.preset.js';

export default {
  ...preset,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.mjs'],
};
