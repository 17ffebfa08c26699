import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { describe, expect, it } from '@jest/globals';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import type { Page, Route } from 'playwright-core';
import { BackOffice } from '../../src/back-office.ts';
import { artist, browser, site, useArtist, useSite } from '../../src/demo-site.ts';
import { openMonitoredPage, type MonitoredPage } from '../../src/monitored-page.ts';
import { visit } from '../../src/screens/screens.ts';
import { jpeg, plainPicture } from '../../src/test-pictures.ts';

useSite();
useArtist();

async function openOffice(address = `${site.url}/admin`): Promise<{ office: BackOffice; monitored: MonitoredPage }> {
  const monitored = await openMonitoredPage(await visit(browser, 'desktop'));
  return { monitored, office: new BackOffice(monitored.page, address) };
}

const titled = async (title: string) => (await artist.photos()).filter((photo) => photo.title === title);

/** Sends a file to the share target, as a phone does. */
async function share(page: Page, action: string, image: Buffer): Promise<void> {
  await page.evaluate(
    ({ address, bytes }) => {
      const form = Object.assign(document.createElement('form'), {
        action: address,
        method: 'post',
        enctype: 'multipart/form-data',
      });
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photos' });
      const files = new DataTransfer();
      files.items.add(new File([Uint8Array.from(bytes)], 'ebb_tide.jpg', { type: 'image/jpeg' }));
      input.files = files.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { address: action, bytes: [...image] },
  );
}

describe('photos shared from a phone', () => {
  it.each(['/admin', '/admin-app'])('open the upload dialog of %s after the sign-in', async (basePath) => {
    const address = basePath === '/admin' ? `${site.url}/admin` : `${site.adminUrl}/admin-app`;
    const { office, monitored } = await openOffice(address);
    const { page } = monitored;
    await office.open('/login');
    const manifest = await page.evaluate(async () => {
      const { href } = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!;
      return (await fetch(href)).json();
    });
    const isReady = (scope: string) =>
      navigator.serviceWorker
        .getRegistration(scope)
        .then((registration) => registration?.active?.state === 'activated');
    await waitUntil(() => page.evaluate(isReady, manifest.share_target.action));
    const colour = basePath === '/admin' ? '#123456' : '#345678';
    await share(page, manifest.share_target.action, await plainPicture(colour));

    await office.waitForHeading('Sign in');
    await office.signIn(DEMO_ACCOUNT);
    const dialog = office.dialog('Upload Photo');
    await dialog.getByRole('img', { name: 'Preview of ebb_tide.jpg' }).waitFor();
    expect(office.path).toBe('/photos?new=');
    const title = `Shared with ${basePath}`;
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByRole('button', { name: 'Upload Photo' }).click();
    await dialog.waitFor({ state: 'detached' });

    expect(await titled(title)).toHaveLength(1);
    const visitor = await page.context().newPage();
    await visitor.goto(site.url);
    expect(await visitor.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    expect(monitored.consoleErrors).toEqual([]);
    await page.context().close();
  });
});

it('uploads go on after a reload, each once', async () => {
  const { office, monitored } = await openOffice();
  const { page } = monitored;
  await office.open('/login');
  await office.signIn(DEMO_ACCOUNT);
  await office.show('Photos');
  // The server gets the first file, but the response is lost; two others never arrive.
  let sent = 0;
  const accepted = new Promise<void>((resolve) => {
    const hold = async (route: Route) => {
      sent += 1;
      if (sent > 3) return route.continue();
      if (sent === 3) resolve();
      if (sent === 1) await route.fetch();
    };
    void page.route('**/api/photos/upload', hold);
  });
  await office.get('button', 'Add Photo').first().click();
  const colours = ['#a01030', '#b02040', '#c03050', '#d04060'];
  const files = await Promise.all(
    colours.map(async (colour, index) => jpeg(`neap_${index + 1}.jpg`, await plainPicture(colour))),
  );
  await office.dialog('Upload Photo').getByLabel('Image', { exact: true }).setInputFiles(files);
  await office.dialog('Upload Photos').getByRole('button', { name: 'Upload 4 Photos' }).click();
  await accepted;
  await waitUntil(async () => (await titled('Neap 1')).length + (await titled('Neap 2')).length > 0);
  const isSaved = async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('uploads');
    let count = 0;
    // An entry is empty until it is written.
    for await (const entry of (folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values())
      if (entry.name.endsWith('.json') && (await entry.getFile()).size > 0) count += 1;
    return count === 4;
  };
  await waitUntil(() => page.evaluate(isSaved));
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += 1;
    void dialog.accept();
  });

  await page.reload();

  const tray = office.get('region', 'Uploads');
  await tray.locator('header > p', { hasText: /^4 uploaded$/ }).waitFor();
  for (const index of [1, 2, 3, 4]) expect(await titled(`Neap ${index}`)).toHaveLength(1);
  expect(asked).toBe(0);
  await page.reload();
  await office.waitForHeading('Photos');
  expect(await tray.count()).toBe(0);
  await page.context().close();
});
