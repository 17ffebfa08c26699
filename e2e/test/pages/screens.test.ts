import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { accessibilityViolations, type AxeScope } from '../../src/accessibility.ts';
import { waitForHydration } from '../../src/wait-for-hydration.ts';
import { isFullLevel } from '@portfolio/testing/level';
import { PUBLIC_SCREENS, type PublicScreen } from '../../src/screens/public-screens.ts';
import { screenshotFolder, SCREENS, takeScreenshot, visit, type ScreenName } from '../../src/screens/screens.ts';
import { noisyPicture } from '../../src/test-pictures.ts';
import { Visitor } from '../../src/visitor.ts';
import { openMonitoredPage } from '../../src/monitored-page.ts';
import { artist, browser, site, useArtist, useSite } from '../../src/demo-site.ts';
import { atLevel } from '../../src/full-level.ts';

/** Time until a changed theme is visible. */
const THEME_TIMEOUT_MS = 5_000;

/** Screens with text on the page's background. */
const ON_BACKGROUND = ['home', 'gallery', 'photo', 'about', 'comment-errors', 'contact-errors'];

/** Screens with the colours of others. */
const SAME_COLOURS = ['failure', 'contact-errors'];

const SIZES: ScreenName[] = isFullLevel ? (Object.keys(SCREENS) as ScreenName[]) : ['phone'];
/** The narrowest supported window. */
const NARROWEST = { width: 320, height: 640 };

useSite();
useArtist();

/** The server's HTML, before scripts run. */
const html = async (path = '/') => (await fetch(`${site.url}${path}`)).text();

/** Changes the theme. @returns whether the HTML shows it within 5 seconds */
async function isSoonApplied(change: () => Promise<void>, isApplied: (html: string) => boolean, path = '/') {
  await change();
  return isApplied(await eventually(() => html(path), isApplied, { timeoutMs: THEME_TIMEOUT_MS }));
}

const isDark = (page: string) => /<html[^>]* data-theme="dark"/.test(page);
const hasBackground = (page: string) => /<img[^>]* src="\/media\/background\//.test(page);

interface Theme {
  name: string;
  /** @returns whether the HTML shows the theme within 5 seconds */
  apply: () => Promise<boolean>;
  /** Screens whose contrast may change. */
  screens: string[];
  /** Rules whose result may differ from the earlier themes. */
  scope: AxeScope;
}

/** Themes other than the light one; the short level tests the first. */
const THEMES: Theme[] = [
  {
    name: 'dark',
    scope: 'colour rules',
    apply: () => isSoonApplied(() => artist.set({ dark_theme: 'true' }), isDark),
    screens: PUBLIC_SCREENS.map(({ name }) => name).filter((name) => isFullLevel || !SAME_COLOURS.includes(name)),
  },
  {
    name: 'dark with a background over the whole page',
    scope: 'all rules',
    apply: async () => {
      await artist.setBackground(await noisyPicture());
      return isSoonApplied(() => artist.set({ full_page_background: 'true' }), hasBackground, '/about');
    },
    screens: ON_BACKGROUND,
  },
  {
    name: 'light with a background over the whole page',
    scope: 'colour rules',
    apply: () =>
      isSoonApplied(
        () => artist.set({ dark_theme: 'false' }),
        (page) => !isDark(page),
        '/about',
      ),
    screens: ON_BACKGROUND,
  },
  {
    name: 'light with a background behind the title',
    scope: 'all rules',
    apply: () =>
      isSoonApplied(
        () => artist.set({ full_page_background: 'false' }),
        (page) => !hasBackground(page),
        '/about',
      ),
    screens: ['home', 'about'],
  },
];

describe('the light theme', () => {
  it.each(PUBLIC_SCREENS)(
    '$name has no accessibility violation, overflow, layout shift or console error at any width',
    async (screen) => {
      const found = await Promise.all(
        SIZES.map(async (size) => {
          const context = await visit(browser, size);
          try {
            return [size, await faultsOf(screen, context, { theme: 'light', sizes: [], scope: 'all rules' })];
          } finally {
            await context.close();
          }
        }),
      );
      expect(found).toEqual(SIZES.map((size) => [size, NO_FAULTS]));
    },
  );
});

describe.each(atLevel(THEMES))('$name', ({ name: theme, apply, screens, scope }) => {
  let context: BrowserContext;
  beforeAll(async () => {
    context = await visit(browser, 'desktop', { viewport: SCREENS.phone.viewport });
  });
  afterAll(() => context?.close());

  it('is in the first HTML within 5 seconds', async () => {
    expect(await apply()).toBe(true);
  });

  it.each(PUBLIC_SCREENS.filter(({ name }) => screens.includes(name)))(
    '$name has no accessibility violation, overflow, layout shift or console error at any width',
    async (screen) => {
      expect(await faultsOf(screen, context, { theme, sizes: SIZES, scope })).toEqual(NO_FAULTS);
    },
  );
});

interface FaultOptions extends Pick<Theme, 'scope'> {
  theme: string;
  /** Windows to test; none for the initial one. */
  sizes: ScreenName[];
}

/** Faults of a screen, in its initial window or in several. */
async function faultsOf(screen: PublicScreen, context: BrowserContext, { theme, sizes, scope }: FaultOptions) {
  const monitored = await openMonitoredPage(context);
  const { page } = monitored;
  const visitor = new Visitor(page, site.url);
  await visitor.open(screen.path);
  await visitor.waitForHeading(screen.heading);
  if (sizes.length === 0 || screenshotFolder) await scrollThrough(page);
  // Two decimals, as usual: text moves by fractions of a pixel.
  const layoutShift = Number((await monitored.layoutShift()).toFixed(2));
  if (screen.steps) await waitForHydration(page);
  await screen.steps?.(page);
  const violations: string[] = [];
  const overflows: string[] = [];
  const checkFaults = async () => {
    violations.push(...(await accessibilityViolations(page, scope)));
    overflows.push(...(await overflow(page)));
    const name = `${screen.name}-${theme.replaceAll(' ', '-')}`;
    await takeScreenshot(page, name, { fullPage: screen.name !== 'viewer' });
  };
  if (sizes.length === 0) await checkFaults();
  for (const size of sizes) {
    await page.setViewportSize(SCREENS[size].viewport);
    await checkFaults();
  }
  await page.setViewportSize(NARROWEST);
  overflows.push(...(await overflow(page)));
  await page.close();
  return {
    violations,
    overflows,
    layoutShift,
    consoleErrors: monitored.consoleErrors.filter((text) => !screen.consoleError?.test(text)),
  };
}

/** Scrolls to the end and back, which loads lazy images. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 400) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await page.waitForLoadState('networkidle');
}

async function overflow(page: Page): Promise<string[]> {
  const isOverflowing = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth;
  });
  return isOverflowing ? [`at ${page.viewportSize()?.width} pixels`] : [];
}

const NO_FAULTS = { violations: [], overflows: [], layoutShift: 0, consoleErrors: [] };
