import { describe, expect, it } from '@jest/globals';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { plainPicture } from '../../src/test-pictures.ts';
import { visit } from '../../src/screens/screens.ts';
import { Visitor } from '../../src/visitor.ts';
import { openMonitoredPage } from '../../src/monitored-page.ts';
import { artist, browser, site, useArtist, useSite } from '../../src/demo-site.ts';

/** Time until a changed theme is visible. */
const VISIBLE_TIMEOUT_MS = 5_000;

useSite();
useArtist();

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
});
