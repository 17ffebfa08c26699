import type { Page } from 'playwright-core';

/** Waits for finite animations of a page, view transitions included: they change colours and positions. */
export function waitForAnimations(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
