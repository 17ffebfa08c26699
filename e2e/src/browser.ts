import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { bundledChromium, isBundledHere, type Chromium } from './bundled-chromium.ts';

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

/**
 * Starts the browser of CHROME_PATH, or a headless shell: the system's, or the bundled one (CHROME_PATH=bundled); otherwise
 * the system's browser.
 */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({ executablePath, args: ARGS, env: { ...process.env, ...env } });
}

async function findChromium(): Promise<Chromium> {
  const named = process.env.CHROME_PATH;
  if (named === 'bundled') return bundledChromium();
  const executablePath = named ?? firstOf(SYSTEM_SHELLS) ?? (isBundledHere ? undefined : firstOf(SYSTEM_BROWSERS));
  return executablePath ? { executablePath, env: {} } : bundledChromium();
}

const firstOf = (paths: string[]) => paths.find((path) => existsSync(path));
