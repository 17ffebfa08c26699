import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ContextObject, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { waitForAnimations } from './wait-for-animations.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about colours; the others have the same result in each theme. */
const BY_COLOUR = ['color-contrast', 'link-in-text-block'];

interface Axe {
  run(context: ContextObject, options: RunOptions): Promise<AxeResults>;
}

export type AxeScope = 'all rules' | 'colour rules';

/** A toast that fades out, which may begin during the check. */
const IGNORED = { exclude: ['[data-leaving]'] };

/** Violations that axe finds, one line each. */
export async function accessibilityViolations(page: Page, scope: AxeScope = 'all rules'): Promise<string[]> {
  await waitForAnimations(page);
  // Evaluated, since the content security policy blocks added scripts.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const options: RunOptions = {
    // Without details of passed rules.
    resultTypes: ['violations'],
    ...(scope === 'colour rules' && { runOnly: { type: 'rule', values: BY_COLOUR } }),
  };
  const { violations } = await page.evaluate(
    ([context, options]) => (globalThis as unknown as { axe: Axe }).axe.run(context, options),
    [IGNORED, options] as const,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${help} (${target.join(' ')}) ${any[0]?.message ?? ''}`),
  );
}
