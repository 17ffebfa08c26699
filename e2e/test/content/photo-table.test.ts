import { expect, it } from '@jest/globals';
import type { PhotoView } from '@portfolio/contracts';
import { isFullLevel } from '@portfolio/testing/level';
import { artist, monitored, office, site, useArtist, useBackOffice, useSite } from '../../src/demo-site.ts';
import { plainPicture } from '../../src/test-pictures.ts';

const COUNT = isFullLevel ? 20 : 6;
const LAST_PRICE = `$1,${200 + COUNT - 1}.50`;

useSite();
useArtist();
useBackOffice('/photos?view=table');

it('takes prices pasted from a spreadsheet, and visitors see them', async () => {
  const { page } = monitored;
  const picture = await plainPicture('#3a5a78', { width: 60, height: 40 });
  await Promise.all(Array.from({ length: COUNT }, (_, index) => artist.upload(picture, `Print ${index + 1}`)));
  await page.reload();
  const prices = page.getByRole('textbox', { name: /^Selling Price of / });
  await prices.nth(COUNT - 1).waitFor();
  const ids = await prices.evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset['photo']));
  const lines = Array.from({ length: COUNT }, (_, index) => `"$1,${200 + index}.50"\tyes\r\n`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join(''));

  await prices.first().focus();
  await page.keyboard.press('ControlOrMeta+v');
  await office.waitForText(`${2 * COUNT} cells pasted`);
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset['photo'])).toBe(ids[1]);
  await page.keyboard.press('ControlOrMeta+s');
  await office.waitForText(`${COUNT} photos saved`);

  for (const [index, id] of ids.slice(0, COUNT).entries()) {
    const { photo }: { photo: PhotoView } = await (await fetch(`${site.url}/api/photos/${id}`)).json();
    expect(photo).toMatchObject({ selling_price: 1200.5 + index, is_for_sale: true });
  }
  await page.reload();
  await prices.first().waitFor();
  expect(await prices.first().inputValue()).toBe('1200.5');
  await page.goto(`${site.url}/photo/${ids[COUNT - 1]}`);
  await page.getByText(LAST_PRICE).first().waitFor();
});

it('scrolls the focused cell clear of its header', async () => {
  const { page } = monitored;
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(`${site.url}/admin/photos?view=table`);
  const prices = page.getByRole('textbox', { name: /^Selling Price of / });
  await prices.nth(COUNT).waitFor();
  await prices.last().focus();

  for (let row = (await prices.count()) - 1; row > 0; row -= 1) {
    await page.keyboard.press('ArrowUp');
    const space = await page.evaluate(() => {
      const head = document.querySelector('th')!.getBoundingClientRect();
      return document.activeElement!.getBoundingClientRect().top - head.bottom;
    });
    expect(space).toBeGreaterThanOrEqual(0);
  }
});
