import type { Page } from 'playwright-core';

const IDLE_TIMEOUT_MS = 2_000;
const POLL_MS = 50;

/** Resolves when React has hydrated all controls of a public page; scripts may run while the network is idle. */
export async function waitForHydration(page: Page): Promise<void> {
  const isHydrated = () => {
    // Hydration starts at the first interaction.
    dispatchEvent(new Event('pointermove'));
    const controls = [...document.querySelectorAll('a[href], button, form')];
    // React adds its keys to hydrated elements.
    return controls.length > 0 && controls.every((one) => Object.keys(one).some((key) => key.startsWith('__react')));
  };
  // Playwright polls by animation frames, which a headless browser may not draw.
  await page.waitForFunction(isHydrated, undefined, { polling: POLL_MS });
  // Shortcuts are registered when the page is idle. A headless browser may never report that.
  await page.evaluate(
    (timeout) => new Promise((resolve) => requestIdleCallback(resolve, { timeout })),
    IDLE_TIMEOUT_MS,
  );
}
