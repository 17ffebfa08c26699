import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

/** SCREENSHOTS=folder: writes screenshots of the pages. */
export const screenshotFolder = process.env.SCREENSHOTS;

export interface ScreenshotPlan {
  folder: string;
  /** Address by name. */
  pages: Record<string, string>;
}

/** Writes a PNG of each page as it opens, named with the width of the screen: `home-390.png`. */
export async function takeScreenshots(context: BrowserContext, { folder, pages }: ScreenshotPlan): Promise<void> {
  const page = await context.newPage();
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await takeScreenshot(page, folder, name);
  }
  await page.close();
}

/** Writes a PNG of the viewport or of the whole page, named as above. */
export async function takeScreenshot(page: Page, folder: string, name: string, { whole = false } = {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}-${page.viewportSize()?.width}.png`), fullPage: whole });
}
