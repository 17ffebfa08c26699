import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DashboardView } from '@portfolio/contracts';
import type { Browser, BrowserContext } from 'playwright-core';
import { Artist } from '../../src/artist.ts';
import { BackOffice } from '../../src/back-office.ts';
import { launchBrowser } from '../../src/browser.ts';
import { plainPicture } from '../../src/test-pictures.ts';
import { screenshotFolder, takeScreenshot, visit } from '../../src/screens/screens.ts';
import { NEW_ACCOUNT, startNewSite, type NewSite } from '../../src/site/new-site.ts';
import { FIRST_START_MS, Site } from '../../src/site/site.ts';
import { KeyboardVisitor } from '../../src/visitor.ts';
import { openMonitoredPage } from '../../src/monitored-page.ts';
import { itAtFullLevel } from '../../src/full-level.ts';

/** Texts of the demo. */
const DEMO_TEXTS =
  /Harbour Street|Northport|555.0100|hello@example\.com|Elin|quiet places|borrowed camera|a breath|commission/i;
const PAGES = ['/', '/galleries', '/about', '/contact', '/imprint'];
const DOCUMENTS = ['/feed.xml', '/feed.json', '/site.webmanifest', '/sitemap.xml', '/robots.txt'];
/** The phone for its screenshots alone. */
const SCREENS = screenshotFolder ? (['desktop', 'phone'] as const) : (['desktop'] as const);
const CALLS = ['/api/public/texts', '/api/public/settings'];

let created: NewSite;
let site: Site;
let demo: Site;
let browser: Browser;
let artist: Artist;

beforeAll(async () => {
  demo = await Site.demo();
  [created, browser] = await Promise.all([startNewSite(), launchBrowser()]);
  site = created.site;
  artist = await Artist.signIn(site.url, NEW_ACCOUNT);
}, FIRST_START_MS);

afterAll(async () => {
  await browser?.close();
  await created?.remove();
}, 60_000);

const read = async (origin: string, path: string) => {
  const response = await fetch(origin + path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

describe('a new site', () => {
  it.each([...PAGES, ...DOCUMENTS, ...CALLS])('has no demo text at %s', async (path) => {
    expect(await read(site.url, path)).not.toMatch(DEMO_TEXTS);
  });

  it.each(SCREENS)('has links and no empty heading on its pages, on a %s', async (screen) => {
    const { page, consoleErrors } = await openMonitoredPage(await visit(browser, screen));
    for (const path of PAGES) {
      await page.goto(site.url + path);
      const withoutContent = await page.locator('main :is(h1, h2, dt)').evaluateAll((headings) =>
        headings
          .filter(({ nextElementSibling, parentElement, tagName }) => {
            const next = nextElementSibling ?? parentElement?.nextElementSibling;
            return !next?.textContent?.trim() || (tagName !== 'H1' && next.tagName === tagName);
          })
          .map(({ textContent }) => textContent),
      );
      expect([path, withoutContent]).toEqual([path, []]);
      await takeScreenshot(page, `new${path.replace('/', '-')}`);
    }
    await page.goto(`${site.url}/contact`);
    await page.getByLabel('Message').waitFor();
    await page.goto(`${site.url}/about`);
    await page.getByRole('main').getByRole('link', { name: 'View Galleries' }).waitFor();
    expect(consoleErrors).toEqual([]);
    await page.context().close();
  });
});

describe('the first steps', () => {
  const open = async (signedInLike?: BrowserContext) => {
    const context = await visit(browser, signedInLike ? 'phone' : 'desktop', signedInLike && { signedInLike });
    const monitored = await openMonitoredPage(context);
    const office = new BackOffice(monitored.page, `${site.url}/admin`);
    await office.open();
    if (!signedInLike) await office.signIn(NEW_ACCOUNT);
    return { monitored, office, guide: office.get('region', 'First steps') };
  };

  it('are completed through their links, and disappear with the last', async () => {
    const { monitored, office, guide } = await open();
    const { page } = monitored;
    const counts = (done: number) => guide.getByText(`${done} of 5 done`).waitFor();
    await counts(0);
    await takeScreenshot(page, 'first-steps', { fullPage: true });

    await guide.getByRole('link', { name: 'Fill in your profile' }).click();
    await office.field('Full Name').fill('Ruth Calder');
    await office.get('button', 'Save Changes').click();
    await office.waitForText('Settings updated successfully!');
    await office.show('Dashboard');
    await counts(1);

    await guide.getByRole('link', { name: 'Write the texts and the imprint' }).click();
    const save = async () => {
      await office.get('button', 'Save Changes').click();
      await office.get('button', 'Save Changes').and(page.locator(':disabled')).waitFor();
    };
    await office.field('Site title').fill('Ruth Calder');
    await office.field('Story').fill('I am Ruth.');
    await save();
    await office.showSettings('Privacy');
    await office.field('Responsible for this website').fill('1 Quay, Southport');
    await save();
    await office.show('Dashboard');
    await counts(2);
    expect(await read(site.url, '/about')).toContain('I am Ruth.');
    expect(await read(site.url, '/imprint')).toContain('1 Quay, Southport');

    await guide.getByRole('link', { name: 'Upload your first photos' }).click();
    await office.dialog('Upload Photo').waitFor();
    await artist.upload(await plainPicture(), 'Harbour');
    await page.keyboard.press('Escape');
    await office.show('Dashboard');
    await counts(3);

    await guide.getByRole('link', { name: 'Make your first gallery' }).click();
    await office.write(office.dialog('Create Gallery').getByLabel('Title'), 'Piers');
    await office.choose(['Harbour']);
    await office.press('Create Gallery', 'Create Gallery');
    await office.waitForText('Gallery created successfully!');
    await office.show('Dashboard');
    await counts(4);
    await takeScreenshot(page, 'first-steps-four', { fullPage: true });

    await guide.getByRole('button', { name: 'Keep the look as it is' }).click();
    await guide.waitFor({ state: 'detached' });
    expect(await office.get('button', 'Show the first steps').count()).toBe(0);
    expect(monitored.consoleErrors).toEqual([]);
    await page.context().close();
  });

  itAtFullLevel('are dismissed by keyboard, on every device, and can be restored', async () => {
    await artist.send('PUT', '/admin/settings/website', { settings: { imprint: '', dark_theme: 'true' } });
    const desktop = await open();
    const phone = await open(desktop.monitored.page.context());
    const keyboard = new KeyboardVisitor(desktop.monitored.page, site.url);
    await phone.guide.waitFor();
    await takeScreenshot(phone.monitored.page, 'first-steps-dark', { fullPage: true });
    await takeScreenshot(desktop.monitored.page, 'first-steps-dark', { fullPage: true });

    await keyboard.use(desktop.guide.getByRole('button', { name: 'Dismiss the first steps' }));
    await desktop.guide.waitFor({ state: 'detached' });
    await phone.monitored.page.reload();
    await phone.office.get('button', 'Show the first steps').waitFor();
    expect(await phone.guide.count()).toBe(0);

    await keyboard.use(desktop.office.get('button', 'Show the first steps'));
    await desktop.guide.waitFor();
    expect([...desktop.monitored.consoleErrors, ...phone.monitored.consoleErrors]).toEqual([]);
  });
});

it('the demo has texts and no open first steps', async () => {
  const { url } = demo;

  expect(await read(url, '/about')).toMatch(/I am Elin Marsh.*borrowed camera.*a breath/s);
  expect(await read(url, '/contact')).toMatch(/commissions.*hello@example\.com.*12 Harbour Street, Northport/s);
  expect(await read(url, '/imprint')).toMatch(/Elin Marsh\n12 Harbour Street\nNorthport/);
  const demoArtist = await Artist.signIn(url);
  const { firstSteps } = await demoArtist.send<DashboardView>('GET', '/admin/dashboard');
  expect(firstSteps).toMatchObject({ profile: true, texts: true, photos: true, gallery: true, look: true });
});
