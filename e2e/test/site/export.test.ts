import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { BackOffice } from '../../src/back-office.ts';
import {
  artist,
  browser,
  context,
  monitored,
  office,
  site,
  useArtist,
  useBackOffice,
  useSite,
} from '../../src/demo-site.ts';
import { screenshotFolder, takeScreenshot, visit } from '../../src/screens/screens.ts';

/** Long, for a busy machine. */
const EXPORT_TIMEOUT_MS = 60_000;
/** Of the screenshots. */
const THEMES = [
  ['phone', 'light'],
  ['desktop', 'dark'],
] as const;

useSite();
useArtist();
useBackOffice('/settings/export', 'Settings');

it('the artist exports the site, downloads it by keyboard, and removes the link', async () => {
  const { page } = monitored;
  await office.waitForText('Storage used');
  await takeScreenshot(page, 'export-none');
  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  const link = page.getByRole('link', { name: /^Download \(\d+\.\d MB\)$/ });
  await link.waitFor({ timeout: EXPORT_TIMEOUT_MS });
  await office.get('button', 'Export Again').and(page.locator(':focus')).waitFor();
  for (const [screen, colorScheme] of screenshotFolder ? THEMES : []) {
    const other = await (await visit(browser, screen, { colorScheme, signedInLike: context })).newPage();
    await new BackOffice(other, `${site.url}/admin`).open('/settings/export');
    await other.getByRole('link', { name: /^Download/ }).waitFor();
    await takeScreenshot(other, `export-ready-${colorScheme}`, { fullPage: true });
    await other.context().close();
  }

  const folder = await mkdtemp(join(tmpdir(), 'portfolio-exported-'));
  try {
    const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
    const name = download.suggestedFilename();
    expect(name).toMatch(/^portfolio-\d{4}-\d\d-\d\d\.tar$/);
    await download.saveAs(join(folder, name));
    execFileSync('tar', ['--extract', '--file', name], { cwd: folder });
    // The folder's name has the day of the start, in UTC.
    const extracted = (await readdir(folder)).find((entry) => entry !== name)!;
    const bag = join(folder, extracted);
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'manifest-sha256.txt'], { cwd: bag });
    const originals = await readdir(join(bag, 'data/originals'), { recursive: true });
    const photos = await artist.photos();
    expect(originals.filter((path) => /\.\w+$/.test(path)).length).toBeGreaterThanOrEqual(photos.length);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  const address = new URL((await link.getAttribute('href'))!, site.url);
  expect((await fetch(address, { method: 'HEAD' })).headers.get('cache-control')).toBe('private, no-store');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await office.get('alertdialog', 'Remove export?').getByRole('button', { name: 'Remove' }).click();
  await office.waitForText('Export removed');
  await link.waitFor({ state: 'detached' });
  expect((await fetch(address)).status).toBe(404);
});
