import type { Page } from 'playwright-core';

/** Milliseconds after which a page that does not tell of being idle is taken for it. */
const IDLE_WITHIN = 2_000;

/** Has a page come to life as for somebody who is about to use it, if it is one of the public site and there are scripts. */
export async function waitForHydrationIfScripted(page: Page): Promise<void> {
  const can = () => document.getElementById('page-state') !== null && !matchMedia('(scripting: none)').matches;
  if (await page.evaluate(can)) await waitForHydration(page);
}

/**
 * Resolves when a page of the public site has come to life: from then on the page itself answers what is pressed, and not
 * the server. That nothing is fetched any more would not tell: on a busy machine the scripts have yet to run.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // It does at the first sign of somebody who is about to use it.
    dispatchEvent(new Event('pointermove'));
    const controls = [...document.querySelectorAll('a[href], button, form')];
    // What React has taken over carries its marks.
    return controls.length > 0 && controls.every((one) => Object.keys(one).some((key) => key.startsWith('__react')));
  });
  // Keys are listened to a moment later, in what follows as soon as there is nothing more urgent to do. A browser without a
  // screen that has nothing to draw may never call that idle.
  await page.evaluate((timeout) => new Promise((resolve) => requestIdleCallback(resolve, { timeout })), IDLE_WITHIN);
}
