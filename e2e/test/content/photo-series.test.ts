import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page, Response, Route } from 'playwright-core';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { BackOffice } from '../../src/back-office.ts';
import { plainPicture } from '../../src/test-pictures.ts';
import { visit } from '../../src/screens/screens.ts';
import { FIRST_START_MS } from '../../src/site/site.ts';
import { openMonitoredPage, type MonitoredPage } from '../../src/monitored-page.ts';
import { browser, site, useSite } from '../../src/demo-site.ts';

let monitored: MonitoredPage;

useSite();

beforeAll(async () => {
  monitored = await openMonitoredPage(await visit(browser, 'desktop'));
}, FIRST_START_MS);

afterAll(() => expect(monitored.consoleErrors).toEqual([]));

/** Delays the first upload until all others have arrived. */
async function delayFirst(page: Page, count: number, action: () => Promise<void>): Promise<void> {
  const isUpload = ({ pathname }: URL) => pathname.endsWith('/api/photos/upload');
  let [sent, responses, release] = [0, 0, () => {}];
  const others = new Promise<void>((resolve) => (release = resolve));
  const handle = async (route: Route) => {
    sent += 1;
    if (sent === 1) await others;
    await route.continue();
  };
  const countResponse = (response: Response) => {
    if (!isUpload(new URL(response.url()))) return;
    responses += 1;
    if (responses === count - 1) release();
  };
  page.on('response', countResponse);
  await page.route(isUpload, handle);
  await action();
  await page.unroute(isUpload, handle);
  page.off('response', countResponse);
}

it('a series appears in order, in the list and in a gallery, whichever photo arrives first', async () => {
  const { page } = monitored;
  const office = new BackOffice(page, `${site.url}/admin`);
  await office.open('/login');
  await office.signIn(DEMO_ACCOUNT);
  await office.show('Photos');
  const numbers = [10, 2, 1, 9];
  const files = numbers.map(async (number) => ({
    name: `ebb_${number}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await plainPicture(`#${number + 10}6688`),
  }));
  const inOrder = ['Ebb 1', 'Ebb 2', 'Ebb 9', 'Ebb 10'];
  await office.get('button', 'Add Photo').first().click();
  await office
    .dialog('Upload Photo')
    .getByLabel('Image', { exact: true })
    .setInputFiles(await Promise.all(files));
  await office.dialog('Upload Photos').getByLabel('Order').selectOption('File name');
  await delayFirst(page, numbers.length, async () => {
    await office.press('Upload 4 Photos', 'Upload Photos');
    await office.waitForText('4 uploaded');
  });
  const listedTitles = () =>
    page
      .getByRole('list', { name: 'Photos', exact: true })
      .getByRole('listitem')
      .evaluateAll((items) => items.slice(0, 4).map((item) => item.getAttribute('aria-label')));
  const isInOrder = (titles: unknown[]) => titles.join() === inOrder.join();
  expect(await eventually(listedTitles, isInOrder)).toEqual(inOrder);

  await office.write(office.field('Search'), 'Ebb');
  await page.getByLabel('Select Ebb 10').check();
  await office.field('Sort by').selectOption('Oldest');
  expect(await eventually(listedTitles, isInOrder)).toEqual(inOrder);
  await page.getByLabel('Select Ebb 1', { exact: true }).check();
  await office.get('region', 'Selected photos').getByRole('button', { name: 'Add to gallery' }).click();
  await office.dialog('Add to gallery').getByLabel('Gallery').selectOption('High Ground');
  await office.press('Add', 'Add to gallery');
  await office.waitForText('2 photos added to High Ground');
  const lastTwo = async () => {
    const { photos } = await (await fetch(`${site.url}/api/galleries/high-ground`)).json();
    return (photos as { title: string }[]).map(({ title }) => title).slice(-2);
  };
  const isComplete = (titles: string[]) => titles.join() === 'Ebb 1,Ebb 10';
  expect(await eventually(lastTwo, isComplete)).toEqual(['Ebb 1', 'Ebb 10']);
});
