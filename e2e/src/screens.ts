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

/** A visit with such a screen, with two of its pixels for each of CSS: what is sharp on it is sharp on a phone. */
export async function visit(
  browser: Browser,
  screen: ScreenName,
  { signedInLike, ...options }: VisitOptions = {},
): Promise<BrowserContext> {
  const storageState = await signedInLike?.storageState();
  const context = await browser.newContext({
    ...SCREENS[screen],
    deviceScaleFactor: 2,
    ...(storageState && { storageState }),
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  return context;
}
