import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

const WIDTHS = { 390: 844, 1440: 900 };

export interface ScreenshotPlan {
  folder: string;
  /** Address by name. */
  pages: Record<string, string>;
}

/** Writes a PNG of each page on a phone and on a desk: `home-390.png`, `home-1440.png`. */
export async function takeScreenshots(context: BrowserContext, { folder, pages }: ScreenshotPlan): Promise<void> {
  await mkdir(folder, { recursive: true });
  const page = await context.newPage();
  for (const [width, height] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width: Number(width), height });
    for (const [name, address] of Object.entries(pages)) {
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, `${name}-${width}.png`) });
    }
  }
  await page.close();
}
