import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

export interface ScreenshotPlan {
  folder: string;
  /** Address by name. */
  pages: Record<string, string>;
}

/** Writes a PNG of each page as it opens, named with the width of the screen: `home-390.png`. */
export async function takeScreenshots(context: BrowserContext, { folder, pages }: ScreenshotPlan): Promise<void> {
  await mkdir(folder, { recursive: true });
  const page = await context.newPage();
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}-${page.viewportSize()?.width}.png`) });
  }
  await page.close();
}
