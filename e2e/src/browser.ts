import { existsSync } from 'node:fs';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { bundledChromium, canRunBundled, type Chromium } from './bundled-chromium.ts';

/** Headless shells need half the processor time of a full browser. */
const SYSTEM_SHELLS = ['/usr/bin/chromium-headless-shell'];

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** No background requests; works under root and in containers. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One renderer for the pages of a context.
  '--process-per-site',
  // Tests compare displayed with uploaded colours.
  '--force-color-profile=srgb',
];

/** The exit of a crashed browser in Playwright's errors. */
const CRASH = /signal=SIG(SEGV|BUS|ILL|ABRT|TRAP)/;

/**
 * Starts the browser of CHROME_PATH, or a headless shell: the system's, or the bundled one (CHROME_PATH=bundled); otherwise
 * the system's browser. A browser that crashes before it accepts a connection has opened no page of the site, and is
 * started once more: the bundled one did so once, and in none of 1,700 starts made to find the cause.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  const launch = () => chromium.launch({ ...options, executablePath, args: ARGS, env: { ...process.env, ...env } });
  return launch().catch((error: unknown) => {
    if (!CRASH.test(String(error))) throw error;
    process.stderr.write(`${executablePath} crashed at its start and is started again\n`);
    return launch();
  });
}

async function findChromium(): Promise<Chromium> {
  const named = process.env.CHROME_PATH;
  if (named === 'bundled') return bundledChromium();
  const executablePath = named ?? firstOf(SYSTEM_SHELLS) ?? (canRunBundled ? undefined : firstOf(SYSTEM_BROWSERS));
  return executablePath ? { executablePath, env: {} } : bundledChromium();
}

const firstOf = (paths: string[]) => paths.find((path) => existsSync(path));
