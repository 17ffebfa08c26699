import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { bundledChromium, type Chromium } from './bundled-chromium.ts';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** What keeps a browser quiet, and working as root and in containers. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pixels are compared with what was uploaded, whatever the screen of this machine.
  '--force-color-profile=srgb',
];

/** Starts the browser named in CHROME_PATH, else the system's, else the one that npm brought (CHROME_PATH=bundled). */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, args, env } = await findChromium();
  return chromium.launch({ executablePath, args: [...ARGS, ...args], env: { ...process.env, ...env } });
}

async function findChromium(): Promise<Chromium> {
  const named = process.env.CHROME_PATH;
  const executablePath = named ?? SYSTEM_BROWSERS.find((path) => existsSync(path));
  if (executablePath && named !== 'bundled') return { executablePath, args: [], env: {} };
  return bundledChromium();
}
