import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import type { Browser, BrowserContext } from 'playwright-core';
import { Artist } from './artist.ts';
import { BackOffice } from './back-office.ts';
import { launchBrowser } from './browser.ts';
import { openMonitoredPage, type MonitoredPage } from './monitored-page.ts';
import { visit } from './screens/screens.ts';
import { NetworkFaults } from './site/network-faults.ts';
import { FIRST_START_MS, Site } from './site/site.ts';
import { Visitor } from './visitor.ts';

export let site: Site;
export let browser: Browser;
/** See `useArtist`. */
export let artist: Artist;
/** See `useBackOffice`. */
export let context: BrowserContext;
export let monitored: MonitoredPage;
export let office: BackOffice;
export let network: NetworkFaults;
/** See `useVisitor`. */
export let visitor: Visitor;

/** Starts the demo site and a browser for the tests of a file. */
export function useSite(): void {
  beforeAll(async () => {
    [site, browser] = await Promise.all([Site.demo(), launchBrowser()]);
  }, FIRST_START_MS);
  afterAll(() => browser?.close());
}

/** Signs the artist in to the API. */
export function useArtist(): void {
  beforeAll(async () => {
    artist = await Artist.signIn(site.url);
  });
}

/** Opens a page of the back office, signs in and waits for its heading. A console error fails the test. */
export function useBackOffice(path = '', heading?: string): void {
  beforeAll(async () => {
    context = await visit(browser, 'desktop');
    monitored = await openMonitoredPage(context);
    office = new BackOffice(monitored.page, `${site.url}/admin`);
    network = new NetworkFaults(monitored);
    await office.open(path);
    await office.signIn(DEMO_ACCOUNT);
    if (heading !== undefined) await office.waitForHeading(heading);
  });
  afterEach(() => expect(monitored.consoleErrors).toEqual([]));
}

/** Opens a page of a visitor on a desktop. */
export function useVisitor(): void {
  beforeAll(async () => {
    visitor = new Visitor(await (await visit(browser, 'desktop')).newPage(), site.url);
  });
}
