import type { Page } from 'playwright-core';

const IDLE_TIMEOUT_MS = 2_000;

/** Waits for the hydration of a public page, unless scripts are disabled. */
export async function waitForHydrationIfScripted(page: Page): Promise<void> {
  const hydrates = () => document.getElementById('page-state') !== null && !matchMedia('(scripting: none)').matches;
  if (await page.evaluate(hydrates)) await waitForHydration(page);
}

/** Resolves when React has hydrated all controls of a public page. An idle network is not enough: scripts may still run. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Hydration starts at the first interaction.
    dispatchEvent(new Event('pointermove'));
    const controls = [...document.querySelectorAll('a[href], button, form')];
    // React adds its keys to hydrated elements.
    return controls.length > 0 && controls.every((one) => Object.keys(one).some((key) => key.startsWith('__react')));
  });
  // Shortcuts are registered when the page is idle. A headless browser may never report that.
  await page.evaluate(
    (timeout) => new Promise((resolve) => requestIdleCallback(resolve, { timeout })),
    IDLE_TIMEOUT_MS,
  );
}
