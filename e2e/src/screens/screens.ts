import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/** What people hold in their hands, and what stands on their desks. */
export const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  desk: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

/** Milliseconds to wait for what is to come: long, for a machine may have much else to do. */
const PATIENCE = 60_000;

export type ScreenName = keyof typeof SCREENS;

export interface VisitOptions extends BrowserContextOptions {
  /** Somebody whose sign-in the visit shares. */
  signedInLike?: BrowserContext;
}

/**
 * A visit with such a screen. What is held in the hand has two of its pixels for each of CSS. A desk has one, which takes a
 * quarter of the pixels to draw; tests that judge how sharp a picture is name the density themselves.
 */
export async function visit(
  browser: Browser,
  screen: ScreenName,
  { signedInLike, ...options }: VisitOptions = {},
): Promise<BrowserContext> {
  const storageState = await signedInLike?.storageState();
  const context = await browser.newContext({
    ...SCREENS[screen],
    deviceScaleFactor: screen === 'desk' ? 1 : 2,
    ...(storageState && { storageState }),
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  return context;
}
