import { afterEach } from '@jest/globals';
import { findProgram } from '@portfolio/lifecycle/supervisor';
import { describeUnless } from '@portfolio/testing/describe-with';
import { EnginePage } from './engine-page.ts';
import { launchFirefox } from './firefox.ts';
import type { WebDriver } from './webdriver.ts';
import { launchWebKit } from './webkit.ts';

/** Starts the engine, for one test. @param origin of the site */
type OpenEngine = (origin: string, options?: { javaScriptEnabled?: boolean }) => Promise<EnginePage>;

/** Long, for a busy machine. */
export const JOURNEY_TIMEOUT_MS = 300_000;

/** CSS pixels. */
const WINDOW = { width: 1280, height: 900 };

interface Engine {
  name: string;
  /** Alternative names of each needed program; the first program is started. */
  programs: string[][];
  install: string;
  launch: (program: string, javaScriptEnabled: boolean) => Promise<WebDriver>;
}

/** Browser engines beside Chromium, which runs all other tests. */
const ENGINES: Engine[] = [
  {
    name: 'Firefox',
    programs: [['firefox-esr', 'firefox']],
    install: 'apt-get install firefox-esr',
    launch: launchFirefox,
  },
  {
    name: 'WebKit',
    programs: [['WebKitWebDriver'], ['Xvfb']],
    install: 'apt-get install webkit2gtk-driver xvfb',
    launch: launchWebKit,
  },
];

/**
 * Defines the same tests for each engine. Tests of a missing engine are skipped, with the install command in the title;
 * REQUIRE_BROWSERS=1 fails them.
 */
export function describeEngines(define: (openEngine: OpenEngine, name: string) => void): void {
  for (const engine of ENGINES) {
    const { name, programs, install } = engine;
    const found = programs.map(findOne);
    const needed = programs.map((names) => names.join(' or ')).join(' and ');
    const missing = found.every(Boolean) ? undefined : `${needed}: not installed; on Debian: ${install}`;
    describeUnless(missing, process.env.REQUIRE_BROWSERS === '1', name, () =>
      define(openerOf(engine, found[0] ?? ''), name),
    );
  }
}

function openerOf({ launch }: Engine, program: string): OpenEngine {
  const drivers: WebDriver[] = [];
  afterEach(async () => {
    await Promise.all(drivers.splice(0).map((driver) => driver.quit()));
  });
  return async (origin, { javaScriptEnabled = true } = {}) => {
    const driver = await launch(program, javaScriptEnabled);
    drivers.push(driver);
    await driver.send('SetWindowRect', { x: 0, y: 0, ...WINDOW });
    return new EnginePage(driver, origin, javaScriptEnabled);
  };
}

/** Path of the first installed program. */
const findOne = (names: string[]) => names.map(findProgram).find(Boolean);
