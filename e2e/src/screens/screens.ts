import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

/** Option of `visit` for tests of motion. */
export const IN_MOTION = { reducedMotion: 'no-preference' } as const;

/** SCREENSHOTS=folder: tests write screenshots of the pages. */
export const screenshotFolder = process.env.SCREENSHOTS;

/** Long, for a busy machine. */
const TIMEOUT_MS = 60_000;

export type ScreenName = keyof typeof SCREENS;

export interface VisitOptions extends BrowserContextOptions {
  /** Context whose session is copied. */
  signedInLike?: BrowserContext;
}

/**
 * Browser context with a screen. The device pixel ratio is 2, and 1 on a desktop, which is faster; tests of sharpness set
 * their own. Motion is reduced, which saves a seventh of the processor time; journeys and tests of motion have it.
 */
export async function visit(
  browser: Browser,
  screen: ScreenName,
  { signedInLike, ...options }: VisitOptions = {},
): Promise<BrowserContext> {
  const storageState = await signedInLike?.storageState();
  const context = await browser.newContext({
    ...SCREENS[screen],
    deviceScaleFactor: screen === 'desktop' ? 1 : 2,
    reducedMotion: 'reduce',
    ...(storageState && { storageState }),
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  return context;
}

/** Writes a PNG named with the width of the screen: `home-390.png`. */
export async function takeScreenshot(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (!screenshotFolder) return;
  await mkdir(screenshotFolder, { recursive: true });
  await page.screenshot({ path: join(screenshotFolder, `${name}-${page.viewportSize()?.width}.png`), fullPage });
}
