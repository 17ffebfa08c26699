import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All that axe judges by the colours: the rest of a page is the same in every theme. */
const BY_COLOUR = ['color-contrast', 'link-in-text-block'];

export type AxeResult = 'of everything' | 'of colours';

/** What axe finds wrong with a page as it stands, one line each. */
export async function accessibilityFaults(page: Page, judgement: AxeResult = 'of everything'): Promise<string[]> {
  // Colours in the middle of a fade would be judged as they are at that moment. What turns for ever is not waited for.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
  // Evaluated rather than added as a script, which the site's content security policy would rightly refuse.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const options: RunOptions = {
    // What is well need not be told in full.
    resultTypes: ['violations'],
    ...(judgement === 'of colours' && { runOnly: { type: 'rule', values: BY_COLOUR } }),
  };
  const { violations } = await page.evaluate(
    (how) => (globalThis as unknown as { axe: { run(how: RunOptions): Promise<AxeResults> } }).axe.run(how),
    options,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${help} (${target.join(' ')}) ${any[0]?.message ?? ''}`),
  );
}
