import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/** What people hold in their hands, and what stands on their desks. */
export const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

export type ScreenName = keyof typeof SCREENS;

/**
 * A visit with such a screen, with two of its pixels for each of CSS: what is sharp on it is sharp on a phone.
 *
 * @param signedInLike somebody whose sign-in the visit shares
 */
export async function visit(
  browser: Browser,
  screen: ScreenName,
  signedInLike?: BrowserContext,
): Promise<BrowserContext> {
  const storageState = await signedInLike?.storageState();
  const context = await browser.newContext({
    ...SCREENS[screen],
    deviceScaleFactor: 2,
    ...(storageState && { storageState }),
  });
  context.setDefaultTimeout(20_000);
  return context;
}
