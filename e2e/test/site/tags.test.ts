import { expect, it } from '@jest/globals';
import { accessibilityViolations } from '../../src/accessibility.ts';
import { artist, browser, monitored, office, site, useArtist, useBackOffice, useSite } from '../../src/demo-site.ts';
import { takeScreenshot, visit } from '../../src/screens/screens.ts';
import { isFullLevel } from '@portfolio/testing/level';
import { Visitor } from '../../src/visitor.ts';

const VISIBLE_TIMEOUT_MS = 5_000;
const SOME_VISITS = [
  ['phone', 'light'],
  ['desktop', 'dark'],
] as const;
const ALL_VISITS = [...SOME_VISITS, ['phone', 'dark'], ['desktop', 'light']] as const;
const TITLE = 'The Old Breakwater, Low Tide';

useSite();
useArtist();
useBackOffice('/photos', 'Photos');

it('a photo gets tags, and visitors find it by them once the artist wants that', async () => {
  const { page } = monitored;
  await artist.set({ theme: 'auto' });
  await page.getByRole('button', { name: `Edit ${TITLE}` }).click();
  const dialog = office.dialog('Edit Photo');
  const field = dialog.getByLabel('Tags', { exact: true }).first();
  await field.fill('Low tide, sea,');
  await field.fill('pier');
  await field.press('Enter');
  const tags = dialog.getByRole('list', { name: 'Tags' });
  expect(await tags.getByRole('listitem').allInnerTexts()).toEqual(['Low tide', 'sea', 'pier']);
  await tags.getByRole('button', { name: 'Remove pier' }).click();
  expect(await accessibilityViolations(page)).toEqual([]);
  await field.scrollIntoViewIfNeeded();
  await takeScreenshot(page, 'tags-edit');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await office.waitForText('Photo updated successfully!');

  const [photo] = (await artist.photos()).filter(({ title }) => title === TITLE);
  expect(photo?.tags).toEqual(['Low tide', 'sea']);
  const others = (await artist.photos()).filter(({ id }) => id !== photo?.id).slice(0, 5);
  await artist.send('PUT', '/photos/batch', { photo_ids: others.map(({ id }) => id), add_tags: ['low tide'] });
  const address = `/photo/${photo!.id}`;
  expect((await fetch(`${site.url}/tags/sea`)).status).toBe(404);
  await office.open('/settings#details');
  await office.get('switch', 'Tag Pages').click();
  await office.waitForText('Tag pages enabled!');

  for (const [screen, colorScheme] of isFullLevel ? ALL_VISITS : SOME_VISITS) {
    const visitor = new Visitor(await (await visit(browser, screen, { colorScheme })).newPage(), site.url);
    const link = visitor.page.getByRole('link', { name: 'Low tide', exact: true });
    await visitor.openUntil(address, link, VISIBLE_TIMEOUT_MS);
    expect(await accessibilityViolations(visitor.page)).toEqual([]);
    await takeScreenshot(visitor.page, `tags-photo-${screen}-${colorScheme}`, { fullPage: true });
    await link.click();
    await visitor.page.getByRole('heading', { level: 1, name: 'Low tide' }).waitFor();
    expect(new URL(visitor.page.url()).pathname).toBe('/tags/low%20tide');
    // Without the transition of the picture.
    await visitor.open('/tags/low%20tide');
    expect(await accessibilityViolations(visitor.page)).toEqual([]);
    await takeScreenshot(visitor.page, `tags-page-${screen}-${colorScheme}`, { fullPage: true });
    await visitor.page.getByRole('link', { name: new RegExp(TITLE) }).click();
    await visitor.page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    await visitor.page.context().close();
  }
  expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).toContain('/tags/low%20tide</loc>');
  expect(monitored.consoleErrors).toEqual([]);
});
