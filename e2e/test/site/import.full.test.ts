import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT, type ExportResponse } from '@portfolio/contracts';
import { eventually } from '@portfolio/lifecycle/supervisor';
import type { Browser } from 'playwright-core';
import { accessibilityViolations } from '../../src/accessibility.ts';
import { Artist } from '../../src/artist.ts';
import { BackOffice } from '../../src/back-office.ts';
import { launchBrowser } from '../../src/browser.ts';
import { openMonitoredPage } from '../../src/monitored-page.ts';
import { takeScreenshot, visit } from '../../src/screens/screens.ts';
import { contentOf, saveProfile } from '../../src/site/exported-site.ts';
import { NEW_ACCOUNT, startNewSite, type NewSite } from '../../src/site/new-site.ts';
import { FIRST_START_MS, Site } from '../../src/site/site.ts';

const ELIN = { name: 'Elin Marsh', email: 'elin@example.org', password: 'another long secret' };

/** Logged by the browser for refused requests, and for thumbnails that are not rendered yet. */
const REFUSED = /Failed to load resource: the server responded with a status of (401|404|415)/;

let demo: Site;
let target: NewSite;
let browser: Browser;
beforeAll(async () => {
  demo = await Site.demo();
  [target, browser] = await Promise.all([startNewSite(), launchBrowser()]);
}, FIRST_START_MS);
afterAll(async () => {
  await browser?.close();
  await target?.remove();
}, 60_000);

/** Exports the demo site. @returns the path of the archive */
async function exportDemo(artist: Artist, name: string): Promise<string> {
  await artist.send('POST', '/admin/export', {});
  const { export: done } = await eventually(
    () => artist.send<ExportResponse>('GET', '/admin/export'),
    ({ export: current }) => current?.status !== 'running',
  );
  if (done?.status !== 'ready') throw new Error(JSON.stringify(done));
  const path = join(target.folder, name);
  const response = await fetch(demo.url + done.url);
  await writeFile(path, new Uint8Array(await response.arrayBuffer()));
  return path;
}

it('a new site becomes the exported one, by keyboard', async () => {
  const { site } = target;
  const context = await visit(browser, 'desktop');
  const { page, consoleErrors } = await openMonitoredPage(context);
  const office = new BackOffice(page, `${site.url}/admin`);
  const artist = await Artist.signIn(demo.url);
  const demoArchive = await exportDemo(artist, 'demo.tar');
  await office.open('/settings/export');
  await office.signIn(NEW_ACCOUNT);
  const choose = office.get('button', 'Choose Archive');
  await choose.waitFor();
  await takeScreenshot(page, 'import-empty', { fullPage: true });
  expect(await accessibilityViolations(page)).toEqual([]);

  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.press('Enter')]);
  await chooser.setFiles({ name: 'notes.tar', mimeType: 'application/x-tar', buffer: Buffer.from('no archive') });
  await office.get('button', 'Import Site').and(page.locator(':focus')).press('Enter');
  await office.waitForAlert('Please select the .tar file of an export');
  await office.get('button', 'Cancel').press('Enter');
  await choose.and(page.locator(':focus')).waitFor();

  // A demo has a public account, which this site refuses.
  await page.getByLabel('Archive').setInputFiles(demoArchive);
  await office.get('button', 'Import Site').press('Enter');
  await office.get('alert').getByText('Nothing was imported. The archive is of a demo').waitFor();
  await office.get('button', 'Try Again').waitFor();
  await takeScreenshot(page, 'import-failed', { fullPage: true });
  expect(await accessibilityViolations(page)).toEqual([]);
  await office.get('button', 'Cancel').press('Enter');

  const { token } = await saveProfile(artist, {
    ...{ name: ELIN.name, email: ELIN.email },
    ...{ currentPassword: DEMO_ACCOUNT.password, newPassword: ELIN.password },
  });
  artist.headers.authorization = `Bearer ${token}`;
  try {
    const archive = await exportDemo(artist, 'portfolio.tar');
    await page.getByLabel('Archive').setInputFiles(archive);
    await office.get('button', 'Import Site').press('Enter');
    await office.waitForText(
      'Your session has ended. If the import has finished, sign in with an account of the imported site.',
    );
    await takeScreenshot(page, 'import-done');

    // Visitors see it at once.
    expect(await (await fetch(site.url)).text()).toContain('Slack Water');
    await office.signIn(ELIN);
    await office.waitForHeading('Dashboard');
    await office.show('Galleries');
    await office.row('Slack Water').waitFor();
    await office.open('/settings/export');
    await office.waitForText('This site is not empty. Start a new site, and open this page there.');
    const imported = await Artist.signIn(site.url, ELIN);
    expect(await contentOf(imported, site)).toEqual(await contentOf(artist, demo));
    expect((await imported.photos()).map(({ status }) => status)).not.toContain('failed');
  } finally {
    await saveProfile(artist, {
      ...{ name: DEMO_ACCOUNT.name, email: DEMO_ACCOUNT.email },
      ...{ currentPassword: ELIN.password, newPassword: DEMO_ACCOUNT.password },
    });
  }
  expect(consoleErrors.filter((text) => !REFUSED.test(text))).toEqual([]);
}, 240_000);
