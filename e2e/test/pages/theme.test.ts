import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import { openMonitoredPage } from '../../src/monitored-page.ts';
import { takeScreenshot, visit } from '../../src/screens/screens.ts';
import { artist, browser, site, useArtist, useSite } from '../../src/demo-site.ts';

const LIGHT = 'rgb(250, 249, 246)';
const DARK = 'rgb(17, 17, 16)';

useSite();
useArtist();

async function open(options: BrowserContextOptions = {}, path = '/about') {
  const { page, consoleErrors } = await openMonitoredPage(await visit(browser, 'phone', options));
  await page.goto(site.url + path);
  return { page, consoleErrors };
}

const paperOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const switchOf = (page: Page) => page.getByRole('button', { name: / theme$/ });
/** The browser's colour: of the first element whose media query matches. */
const themeColorOf = (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    return metas.find(({ media }) => !media || matchMedia(media).matches)?.content;
  });

describe('a site whose theme is automatic', () => {
  beforeAll(async () => {
    await artist.set({ theme: 'auto' });
    await waitUntil(async () => (await (await fetch(site.url + '/about')).text()).includes('data-theme="auto"'));
  });

  it.each([true, false])('follows the system, with JavaScript: %s', async (javaScriptEnabled) => {
    const { page } = await open({ javaScriptEnabled, colorScheme: 'dark' });
    expect([await paperOf(page), await themeColorOf(page)]).toEqual([DARK, '#111110']);
    expect(await switchOf(page).isVisible()).toBe(javaScriptEnabled);

    await page.emulateMedia({ colorScheme: 'light' });

    expect([await paperOf(page), await themeColorOf(page)]).toEqual([LIGHT, '#faf9f6']);
    await page.context().close();
  });

  it('is printed on light paper', async () => {
    const { page } = await open({ colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });

    expect(await paperOf(page)).toBe(LIGHT);
    await page.context().close();
  });

  it('keeps the choice of a visitor on all pages and from the first paint, until it is taken back', async () => {
    const { page, consoleErrors } = await open();
    await page.getByRole('button', { name: 'Dark theme' }).focus();
    await page.keyboard.press('Enter');
    expect([await paperOf(page), await themeColorOf(page)]).toEqual([DARK, '#111110']);
    await takeScreenshot(page, 'theme-chosen-dark', { fullPage: true });

    // No script file arrives: the first paint has the choice.
    await page.route(/\/assets\/.*\.js$/, () => {});
    await page.goto(`${site.url}/imprint`, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await paperOf(page)).toBe(DARK);
    await page.getByRole('button', { name: 'Light theme' }).click();
    expect(await paperOf(page)).toBe(LIGHT);
    await page.unroute(/\/assets\/.*\.js$/);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect([await paperOf(page), await themeColorOf(page)]).toEqual([DARK, '#111110']);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    expect(consoleErrors).toEqual([]);
    await page.context().close();
  });

  it('has a viewer on black paper for a visitor with the dark theme', async () => {
    const { page } = await open({ colorScheme: 'dark' }, '/photo/1');
    await page.getByRole('button', { name: /^View full screen/ }).click();
    const grounds = page
      .getByRole('dialog')
      .evaluate((dialog) =>
        [...dialog.querySelectorAll('*')].map((element) => getComputedStyle(element).backgroundColor),
      );

    expect(await grounds).toContain('rgb(0, 0, 0)');
    await page.context().close();
  });
});
