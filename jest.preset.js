import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const flags = `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`;
if (!flags.includes('--experimental-vm-modules')) {
  throw new Error(
    'Jest needs a flag of Node for ES modules. Run `npm test -w api -- photos` instead of `npx jest photos`.',
  );
}

const swc = JSON.parse(readFileSync(new URL('./.swcrc', import.meta.url), 'utf8'));
delete swc.$schema;
// Jest resolves './x.ts' itself; only emitted files need '.js'.
swc.jsc.rewriteRelativeImportExtensions = false;
swc.sourceMaps = 'inline';

/** Files of the full level only: `npm run test:full`. */
const FULL_LEVEL_FILES = '\\.full\\.test\\.(?:ts|tsx|mjs)$';
const isFullLevel = process.env.TEST_LEVEL === 'full';

/** What every project's tests share: native ES modules, sources instead of builds, one results file for the totals. */
export const preset = {
  testEnvironmentOptions: { customExportConditions: ['@portfolio/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': ['@swc/jest', { ...swc, swcrc: false }] },
  testPathIgnorePatterns: ['/node_modules/', '/dist/', ...(isFullLevel ? [] : [FULL_LEVEL_FILES])],
  // No test waits for time alone: a busy machine may take as long as it needs.
  testTimeout: 60_000,
  maxWorkers: 2,
  verbose: false,
  reporters: ['default', [fileURLToPath(new URL('./tools/results-reporter.mjs', import.meta.url)), {}]],
};

/** For code that runs in a server. */
export const nodePreset = { ...preset, testEnvironment: 'node', setupFiles: ['reflect-metadata'] };

/** For code that runs in a browser: a DOM, and class names standing for CSS modules. */
export const webPreset = {
  ...preset,
  testEnvironment: 'jsdom',
  testEnvironmentOptions: { customExportConditions: ['@portfolio/source', 'browser'] },
  moduleNameMapper: {
    '\\.css$': fileURLToPath(new URL('./libs/ui/test/css-module.mjs', import.meta.url)),
    '\\.woff2(\\?.*)?$': fileURLToPath(new URL('./libs/ui/test/css-module.mjs', import.meta.url)),
  },
  setupFiles: [fileURLToPath(new URL('./libs/ui/test/browser-gaps.mjs', import.meta.url))],
};

/** Settings that are the run's: Jest refuses them in one of several projects. */
const OF_THE_RUN = ['testTimeout', 'maxWorkers', 'verbose', 'reporters'];

/**
 * One run over several kinds of tests, for an app that has a browser's side and a server's.
 *
 * @param {object[]} projects each a preset with its own settings
 */
export function together(...projects) {
  const isOfTheRun = ([name]) => OF_THE_RUN.includes(name);
  return {
    ...Object.fromEntries(Object.entries(preset).filter(isOfTheRun)),
    projects: projects.map((project) =>
      Object.fromEntries(Object.entries(project).filter((entry) => !isOfTheRun(entry))),
    ),
  };
}
