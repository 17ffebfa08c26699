import { expect, it } from '@jest/globals';
import { lightroomBlocks, withMetadata } from '@portfolio/testing';
import sharp from 'sharp';
import { eventually, waitUntil } from '@portfolio/lifecycle/supervisor';
import { accessibilityViolations } from '../../src/accessibility.ts';
import { screenshotFolder, takeScreenshot, visit } from '../../src/screens/screens.ts';
import { plainPicture } from '../../src/test-pictures.ts';
import { Visitor } from '../../src/visitor.ts';
import { artist, browser, monitored, office, site, useArtist, useBackOffice, useSite } from '../../src/demo-site.ts';

const RENDER_TIMEOUT_MS = 60_000;
const VISIBLE_TIMEOUT_MS = 5_000;
const TITLE = 'Harbour at low tide';
/** Of the screenshots. */
const THEMES = [
  ['desktop', 'light'],
  ['desktop', 'dark'],
  ['phone', 'dark'],
] as const;
const LINE = 'March 1, 2026 · Bergen, Norway · Canon EOS R5 · RF35mm F1.8 MACRO IS STM · 1/250 s, f/8, ISO 100, 35 mm';

useSite();
useArtist();
useBackOffice('/photos', 'Photos');

it('an export of Lightroom fills the form, and visitors see its facts where the artist wants that', async () => {
  await artist.set({ file_place: 'true', language: 'en-US' });
  const { page } = monitored;
  await office.get('button', 'Add Photo').first().click();
  const dialog = office.dialog('Upload Photo');
  await dialog.getByLabel('Image', { exact: true }).setInputFiles({
    name: 'IMG_0012.jpg',
    mimeType: 'image/jpeg',
    buffer: withMetadata(await plainPicture(), lightroomBlocks()),
  });
  const title = dialog.getByLabel('Title', { exact: true });
  await waitUntil(async () => (await title.inputValue()) === TITLE);
  await takeScreenshot(page, 'file-details-upload');
  await dialog.getByRole('button', { name: 'Upload Photo' }).click();
  await office.waitForText('Photo uploaded successfully!');
  const [photo] = await eventually(
    () => artist.photos(),
    ([newest]) => newest?.title === TITLE && newest.status === 'ready',
    { timeoutMs: RENDER_TIMEOUT_MS },
  );
  expect(photo).toMatchObject({
    alt_text: 'Boats lying on mud.',
    facts: { place: 'Bergen, Norway' },
    tags: ['harbour', 'low tide', 'Norway'],
    upload: { from_file: ['title', 'description', 'alt_text', 'place'] },
  });

  for (const { url } of photo!.renditions) {
    const bytes = Buffer.from(await (await fetch(site.url + url)).arrayBuffer());
    const { exif, xmp, iptc } = await sharp(bytes).metadata();
    const metadata = [exif, xmp, iptc].map((block) => block?.toString('latin1') ?? '').join('');
    expect(metadata).not.toMatch(/Canon|RF35mm|Bergen|GPS|harbour|low tide|IPTC/i);
  }

  const visitor = new Visitor(await (await visit(browser, 'phone')).newPage(), site.url);
  await visitor.open(`/photo/${photo!.id}`);
  expect(await visitor.page.getByText('Canon EOS R5').count()).toBe(0);
  await artist.set({ photo_facts: 'true' });
  await visitor.openUntil(`/photo/${photo!.id}`, visitor.page.getByText('Canon EOS R5'), VISIBLE_TIMEOUT_MS);
  const line = visitor.page.locator('p', { hasText: 'Canon EOS R5' });
  expect(await accessibilityViolations(visitor.page)).toEqual([]);
  expect((await visitor.page.locator('main').ariaSnapshot()).replaceAll(/\s+/g, ' ')).toContain('Canon EOS R5');
  const separators = await line.evaluate((element) =>
    [...element.children].map((child) => getComputedStyle(child, '::before').content),
  );
  expect(separators).toEqual(['none', ...Array(4).fill('" · "')]);
  expect((await line.locator(':scope > *').allInnerTexts()).join(' · ')).toBe(LINE);
  await takeScreenshot(visitor.page, 'facts-light', { fullPage: true });
  await visitor.page.getByRole('button', { name: `View full screen: ${TITLE}` }).click();
  await visitor.page.getByRole('dialog', { name: TITLE }).waitFor();
  await visitor.page.keyboard.press('i');
  await visitor.page.getByRole('region', { name: 'Information' }).getByText('Bergen, Norway').waitFor();
  await takeScreenshot(visitor.page, 'facts-viewer');
  await visitor.page.context().close();

  if (screenshotFolder) await artist.set({ theme: 'auto' });
  for (const [screen, colorScheme] of screenshotFolder ? THEMES : []) {
    const other = new Visitor(await (await visit(browser, screen, { colorScheme })).newPage(), site.url);
    await other.openUntil(`/photo/${photo!.id}`, other.page.locator('html[data-theme=auto]'), VISIBLE_TIMEOUT_MS);
    await takeScreenshot(other.page, `facts-${colorScheme}`, { fullPage: true });
    await other.page.context().close();
  }
  expect(monitored.consoleErrors).toEqual([]);
});

it('the edit form names the file as the source, and the settings switch it off', async () => {
  const { page } = monitored;
  await office.open('/photos');
  await page
    .getByRole('button', { name: `Edit ${TITLE}` })
    .first()
    .click();
  const dialog = office.dialog('Edit Photo');
  await dialog.getByRole('list', { name: 'Tags' }).getByText('low tide').waitFor();
  expect(await dialog.getByText('From the file', { exact: true }).count()).toBe(4);
  await takeScreenshot(page, 'file-details-edit', { fullPage: true });
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await office.open('/settings#details');
  await office.get('heading', 'Photo Details').waitFor();
  await takeScreenshot(page, 'file-details-settings', { fullPage: true });
  await office.get('switch', 'Details from Files').click();
  await office.waitForText('Details from files disabled!');
  expect(monitored.consoleErrors).toEqual([]);
});
