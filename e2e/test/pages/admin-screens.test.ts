import { beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { accessibilityViolations } from '../../src/accessibility.ts';
import { ADMIN_DIALOG_VARIANTS, ADMIN_DIALOGS } from '../../src/screens/admin-dialogs.ts';
import { mockResponses, type AdminScreen } from '../../src/screens/admin-screen.ts';
import { ADMIN_PAGE_VARIANTS, ADMIN_PAGES } from '../../src/screens/admin-pages.ts';
import { Artist, call } from '../../src/artist.ts';
import { BackOffice } from '../../src/back-office.ts';
import { isFullLevel } from '@portfolio/testing/level';
import { plainPicture } from '../../src/test-pictures.ts';
import { screenshotFolder, takeScreenshot, visit } from '../../src/screens/screens.ts';
import { FIRST_START_MS, type Site } from '../../src/site/site.ts';
import { openMonitoredPage } from '../../src/monitored-page.ts';
import { browser, site, useSite } from '../../src/demo-site.ts';

/** Themes change colours only. */
const THEMES = [
  ['light', 'all rules'],
  ['dark', 'colour rules'],
] as const;
/** Windows, and whether axe runs in them. */
const SIZES = [
  { width: 320, height: 640, isChecked: false },
  ...(isFullLevel
    ? [
        { width: 390, height: 844, isChecked: true },
        { width: 820, height: 1180, isChecked: false },
      ]
    : []),
  { width: 1440, height: 900, isChecked: true },
];

let signedIn: BrowserContext;
let signedOut: BrowserContext;

useSite();

beforeAll(async () => {
  await addContent(site);
  // Without animations.
  signedOut = await visit(browser, 'desktop');
  signedIn = await visit(browser, 'desktop');
  const page = await signedIn.newPage();
  const backOffice = new BackOffice(page, `${site.url}/admin`);
  await backOffice.open();
  await backOffice.signIn(DEMO_ACCOUNT);
  await page.close();
}, FIRST_START_MS);

describe.each([
  ['page', ADMIN_PAGES, ADMIN_PAGE_VARIANTS],
  ['dialog', ADMIN_DIALOGS, ADMIN_DIALOG_VARIANTS],
])('a %s', (_, screens, variants) => {
  it.each(isFullLevel ? [...screens, ...variants] : screens)(
    '$name has no accessibility violation or console error in both themes, and no overflow at any width',
    async (screen) => {
      expect(await faultsOf(screen)).toEqual({ violations: [], overflows: [], consoleErrors: [] });
    },
  );
});

async function faultsOf(screen: AdminScreen) {
  const { page, consoleErrors } = await openMonitoredPage(screen.isSignedOut ? signedOut : signedIn);
  if (screen.responses) await mockResponses(page, screen.responses);
  await page.goto(`${site.url}/admin${screen.path}`);
  try {
    await screen.steps?.(page);
    await screen.element(page).waitFor();
  } catch (error) {
    const text = await page.locator('body').innerText();
    throw new Error(`Page shows: ${text}\nConsole: ${consoleErrors.join('\n')}`, { cause: error });
  }
  const violations: string[] = [];
  const overflows: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const [theme, scope] of size.isChecked || isFullLevel ? THEMES : THEMES.slice(0, 1)) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
      const variant = `${theme} at ${size.width}`;
      if (size.isChecked) {
        violations.push(...(await accessibilityViolations(page, scope)).map((line) => `${variant}: ${line}`));
      }
      // The photo list recalculates its columns after a resize.
      const overflowing = await eventually(
        () => overflowingElements(page),
        (found) => found.length === 0,
        { timeoutMs: 5_000 },
      );
      overflows.push(...overflowing.map((element) => `${variant}: ${element}`));
      if (screenshotFolder) await takePicture(page, `${screen.name}-${theme}`);
    }
  }
  await page.close();
  return { violations, overflows, consoleErrors: consoleErrors.filter((text) => !isExpected(screen, text)) };
}

/** Whether it is the screen's own console error, or that of a mocked status. */
function isExpected({ responses = {}, consoleError }: AdminScreen, text: string): boolean {
  return (
    consoleError?.test(text) || Object.values(responses).some((response) => text.includes(`status of ${response} `))
  );
}

/** The page or dialog that scrolls horizontally. */
function overflowingElements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ localName }) => localName),
  );
}

/** The full page, unless an element is fixed to the window. */
async function takePicture(page: Page, name: string): Promise<void> {
  const isWhole = (await page.locator('dialog[open], [aria-label="Uploads"]').count()) === 0;
  await takeScreenshot(page, name, { fullPage: isWhole });
}

/** Adds an entry to each list. */
async function addContent({ url }: Site): Promise<void> {
  const artist = await Artist.signIn(url);
  const post = (path: string, body: object) => call('POST', `${url}/api${path}`, body);
  const hanna = { name: 'Hanna Berg', email: 'hanna.berg@example.com' };
  await post('/contact', {
    ...hanna,
    subject: 'A print for the stairs',
    message: 'Is there a print of it, about a metre wide?\n\nIt would hang where we pass it ten times a day.',
    photo_id: 1,
  });
  await post('/contact', {
    name: 'Tom Okafor',
    email: 'tom@example.com',
    subject: 'An exhibition in May',
    message: 'We have two rooms and a lot of light.',
  });
  await post('/comments', {
    photo_id: 1,
    author_name: hanna.name,
    author_email: hanna.email,
    content: 'I have stood there. It is as still as that.',
  });
  await artist.addNews({ headline: null, content: null, link: `https://example.com/${'a-long-way/'.repeat(12)}` });
  await artist.setVisibility((await artist.galleries()).slice(-1), false);
  await artist.upload(await plainPicture('#7a3a58'), 'An old acquaintance');
}
