import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { Artist } from '../../src/artist.ts';
import { launchBrowser } from '../../src/browser.ts';
import { plainPicture } from '../../src/test-pictures.ts';
import { visit } from '../../src/screens/screens.ts';
import { FIRST_START_MS, Site } from '../../src/site/site.ts';
import { Visitor } from '../../src/visitor.ts';
import { openMonitoredPage } from '../../src/monitored-page.ts';

/** Time until a changed theme is visible. */
const VISIBLE_TIMEOUT_MS = 5_000;

let site: Site;
let artist: Artist;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([Site.demo(), launchBrowser()]);
  artist = await Artist.signIn(site.url);
}, FIRST_START_MS);

afterAll(() => browser?.close());

describe('an open page', () => {
  it('applies a new theme at the next navigation, without a reload', async () => {
    await artist.setBackground(await plainPicture());
    const context = await visit(browser, 'desktop');
    const { page } = await openMonitoredPage(context);
    const visitor = new Visitor(page, site.url);
    await visitor.open('/');
    expect(await page.locator('html').getAttribute('data-theme')).toBeNull();
    let loads = 0;
    page.on('load', () => (loads += 1));
    await artist.set({ dark_theme: 'true', full_page_background: 'true' });

    const isDarkNow = async () => {
      await visitor.follow('About', 'About');
      await visitor.follow('Imprint', 'Imprint');
      return (await page.locator('html').getAttribute('data-theme')) === 'dark';
    };
    expect(await eventually(isDarkNow, Boolean, { timeoutMs: VISIBLE_TIMEOUT_MS })).toBe(true);
    await page
      .locator('img[src*="/media/background/"], source[srcset*="/media/background/"]')
      .first()
      .waitFor({ state: 'attached' });
    expect(loads).toBe(0);
    await context.close();
  });

  it('ignores settings that fail to load', async () => {
    const context = await visit(browser, 'desktop');
    const { page } = await openMonitoredPage(context);
    const visitor = new Visitor(page, site.url);
    await visitor.open('/');
    let requestCount = 0;
    await page.route('**/api/public/settings**', (route) => {
      requestCount += 1;
      return route.fulfill({ status: 400, json: { message: 'Invalid' } });
    });
    await eventually(
      async () => {
        await visitor.follow('About', 'About');
        await visitor.follow('Imprint', 'Imprint');
        return requestCount;
      },
      (times) => times > 0,
      { timeoutMs: VISIBLE_TIMEOUT_MS },
    );

    expect(requestCount).toBeGreaterThan(0);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.getByText(/fail|wrong|error|invalid/i).count()).toBe(0);
    expect(await visitor.get('alert').count()).toBe(0);
    await context.close();
  });
});
