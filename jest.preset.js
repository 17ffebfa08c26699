import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const flags = `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`;
if (!flags.includes('--experimental-vm-modules')) {
  throw new Error(
    'Jest needs a flag of Node for ES modules. Run `npm test -w api -- photos` instead of `npx jest photos`.',
  );
}

const swc = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));
delete swc.$schema;
swc.sourceMaps = 'inline';

/** Files of the full level only: `npm run test:full`. */
const FULL_LEVEL_FILES = '\\.full\\.test\\.(?:ts|tsx|mjs)$';
const isFullLevel = process.env.TEST_LEVEL === 'full';

/** Preset of all projects: native ES modules, sources instead of builds, one results file for the totals. */
export const preset = {
  testEnvironmentOptions: { customExportConditions: ['@portfolio/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  cacheDirectory: fileURLToPath(new URL('./node_modules/.cache/jest', import.meta.url)),
  transform: { '^.+\\.tsx?$': ['@swc/jest', { ...swc, swcrc: false }] },
  testPathIgnorePatterns: ['/node_modules/', '/dist/', ...(isFullLevel ? [] : [FULL_LEVEL_FILES])],
  setupFilesAfterEnv: [fileURLToPath(new URL('./tools/jest/fail-on-console.mjs', import.meta.url))],
  // Long, for a busy machine.
  testTimeout: 60_000,
  maxWorkers: 2,
  // Time to close shared resources; then Jest kills the worker process.
  workerGracefulExitTimeout: 30_000,
  // The results reporter waits longer, and fails the run.
  openHandlesTimeout: 0,
  verbose: false,
  reporters: ['default', [fileURLToPath(new URL('./tools/results-reporter.mjs', import.meta.url)), {}]],
};

/** For server code. */
export const nodePreset = {
  ...preset,
  transform: {},
  runtime: fileURLToPath(new URL('./tools/jest/native-runtime.cjs', import.meta.url)),
  testEnvironment: fileURLToPath(new URL('./tools/jest/native-environment.cjs', import.meta.url)),
  setupFiles: ['reflect-metadata'],
};

/** For projects without a jest.config.js. */
export default nodePreset;

const inUi = (name) => fileURLToPath(new URL(`./libs/ui/test/${name}.mjs`, import.meta.url));

/** For browser code: a DOM, and class names for CSS modules. */
export const webPreset = {
  ...preset,
  testMatch: ['**/*.test.tsx'],
  testEnvironment: 'jsdom',
  testEnvironmentOptions: { customExportConditions: ['@portfolio/source', 'browser'] },
  moduleNameMapper: {
    '\\.css$': inUi('css-module'),
    '\\.woff2(\\?.*)?$': inUi('css-module'),
  },
  setupFiles: ['browser-gaps', 'faster-jsdom'].map(inUi),
  setupFilesAfterEnv: [...preset.setupFilesAfterEnv, inUi('testing-library')],
};

/**
 * For code that runs in a browser, as `webPreset`, in half the time: modules are evaluated once per worker process, and the
 * DOM is a set of globals.
 */
export const pagePreset = {
  ...nodePreset,
  testMatch: ['**/*.test.{ts,tsx}'],
  testEnvironment: fileURLToPath(new URL('./tools/jest/page-environment.cjs', import.meta.url)),
  setupFilesAfterEnv: [...preset.setupFilesAfterEnv, inUi('page')],
};

/** For browser code without a DOM: `.test.ts`; tests with a DOM are `.test.tsx`. */
export const logicPreset = {
  ...nodePreset,
  testMatch: ['**/*.test.ts'],
};

/** Settings of a run, which Jest rejects in a project. */
const OF_THE_RUN = [
  'testTimeout',
  'maxWorkers',
  'workerGracefulExitTimeout',
  'openHandlesTimeout',
  'verbose',
  'reporters',
];

/**
 * One run over several presets, for an app with browser and server code.
 *
 * @param {object[]} projects presets
 */
export function combinePresets(...projects) {
  const isOfTheRun = ([name]) => OF_THE_RUN.includes(name);
  return {
    ...Object.fromEntries(Object.entries(preset).filter(isOfTheRun)),
    projects: projects.map((project) =>
      Object.fromEntries(Object.entries(project).filter((entry) => !isOfTheRun(entry))),
    ),
  };
}
