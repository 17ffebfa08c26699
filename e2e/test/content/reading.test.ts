import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Locator } from 'playwright-core';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { isFullLevel } from '@portfolio/testing/level';
import { visit } from '../../src/screens/screens.ts';
import { KeyboardVisitor, Visitor } from '../../src/visitor.ts';
import { openMonitoredPage, type MonitoredPage } from '../../src/monitored-page.ts';
import { artist, browser, site, useArtist, useSite } from '../../src/demo-site.ts';
import { itAtFullLevel } from '../../src/full-level.ts';

useSite();
useArtist();

// First, before the server has cached pages.
describe('while the API is down', () => {
  const ADDRESSES = {
    '/': 'Failed to load galleries',
    '/galleries': 'Failed to load galleries',
    '/gallery/slack-water': 'Something went wrong',
    '/photo/1': 'Something went wrong',
  };
  const HEADINGS = ['Welcome to my online portfolio', 'Galleries', 'Slack Water', 'The Old Breakwater, Low Tide'];

  it('each page shows an error, and Try Again recovers it without a reload', async () => {
    const context = await visit(browser, 'desktop');
    const { pid } = site.service('api');
    process.kill(pid, 'SIGSTOP');
    const visitors = await Promise.all(
      Object.entries(ADDRESSES).map(async ([path, words]) => {
        const visitor = new Visitor(await context.newPage(), site.url);
        const status = await visitor.open(path);
        await visitor.get('alert').getByText(words).waitFor();
        return { visitor, path, status };
      }),
    ).finally(() => process.kill(pid, 'SIGCONT'));
    expect(visitors.map(({ path, status }) => [path, status])).toEqual(
      Object.keys(ADDRESSES).map((path) => [path, 503]),
    );

    for (const [index, { visitor, path }] of visitors.entries()) {
      let loads = 0;
      visitor.page.on('load', () => (loads += 1));
      await visitor.use(visitor.get('button', 'Try Again'));
      await visitor.waitForHeading(HEADINGS[index] ?? '');
      // The comments of a photo have an error of their own.
      if (path.startsWith('/photo/')) await visitor.use(visitor.get('button', 'Try Again'));
      await visitor.get('alert').waitFor({ state: 'detached' });
      await visitor
        .get('link', /^View Gallery|^Back to|^Slack Water/)
        .first()
        .waitFor();
      expect(loads).toBe(0);
    }
    await context.close();
  });

  itAtFullLevel('a page opened by navigation shows an error, and Try Again recovers it', async () => {
    const context = await visit(browser, 'desktop');
    const cases = [
      { from: '/about', link: 'Galleries', words: 'Failed to load galleries', heading: 'Galleries' },
      { from: '/about', link: 'Home', words: 'Failed to load galleries', heading: 'Welcome to my online portfolio' },
      { from: '/galleries', link: /^View Gallery/, words: 'Something went wrong', heading: 'Slack Water' },
    ];
    await Promise.all(
      cases.map(async ({ from, link, words, heading }) => {
        const visitor = new Visitor(await context.newPage(), site.url);
        await visitor.open(from);
        await visitor.page.route('**/api/**', (route) => route.abort());
        await visitor.use(visitor.get('link', link).first());
        // The page tries four times, with increasing pauses.
        await visitor.get('alert').getByText(words).waitFor();
        await visitor.page.unroute('**/api/**');
        await visitor.use(visitor.get('button', 'Try Again'));
        await visitor.get('alert').waitFor({ state: 'detached' });
        await visitor.waitForHeading(heading);
      }),
    );
    await context.close();
  });
});

const VISITORS = {
  'with the keyboard only': { Person: KeyboardVisitor, javaScriptEnabled: true },
  'without JavaScript': { Person: Visitor, javaScriptEnabled: false },
  ...(isFullLevel && {
    'with a mouse': { Person: Visitor, javaScriptEnabled: true },
    'with the keyboard only and without JavaScript': { Person: KeyboardVisitor, javaScriptEnabled: false },
  }),
};

/** The browser's own console line for a 404. */
const BROWSER_ERROR = /status of 404/;

describe.each(Object.entries(VISITORS))('%s', (_way, { Person, javaScriptEnabled }) => {
  let context: BrowserContext;
  let monitored: MonitoredPage;
  let visitor: Visitor;

  beforeAll(async () => {
    context = await visit(browser, 'desktop', { javaScriptEnabled });
    monitored = await openMonitoredPage(context);
    visitor = new Person(monitored.page, site.url);
  });

  afterAll(async () => {
    await context.close();
    expect(monitored.consoleErrors.filter((text) => !BROWSER_ERROR.test(text))).toEqual([]);
  });

  it('links lead from the home page to a photo, to the next one, and back', async () => {
    await visitor.open('/');
    await visitor.waitForHeading('Welcome to my online portfolio');
    await visitor.follow('View Galleries', 'Galleries');
    expect(visitor.path).toBe('/galleries');

    const cards = visitor.page.getByRole('article');
    expect(await cards.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Slack Water',
      'High Ground',
      'Dry Country',
    ]);
    const { created_at: created } = await artist.gallery('slack-water');
    const card = await cards.first().innerText();
    for (const words of ['Four winters on one stretch of coast', '4 photos', day(created)]) {
      expect(card).toContain(words);
    }
    expect(await cards.first().getByRole('img').count()).toBe(1);

    await visitor.follow(/^View Gallery ?: Slack Water$/, 'Slack Water');
    const head = await visitor.get('main').innerText();
    for (const words of ['Four winters on one stretch of coast', '4 photos', day(created)]) {
      expect(head).toContain(words);
    }
    const tiles = visitor.get('main').getByRole('listitem');
    expect((await tiles.allInnerTexts()).map((tile) => tile.split(/\n+/))).toEqual([
      ['The Old Breakwater, Low Tide', '2 comments'],
      ['Three Sisters', '0 comments'],
      ['Moonrise, Outer Sound', '0 comments'],
      ['Squall Line', '0 comments'],
    ]);

    await visitor.follow(tiles.first().getByRole('link'), 'The Old Breakwater, Low Tide');
    const [first] = (await artist.photos()).filter(({ title }) => title === 'The Old Breakwater, Low Tide');
    expect(await visitor.get('main').innerText()).toContain(day(first!.created_at));
    await visitor.text('$1,250.00').waitFor();
    await visitor
      .get('img', 'A line of worn wooden posts leads out across a perfectly still sea towards a pale pink horizon.')
      .waitFor();
    await visitor.follow(/^Next|→/, 'Three Sisters');
    await visitor.text('2 of 4').waitFor();
    await visitor.follow(/Previous/, 'The Old Breakwater, Low Tide');
    await visitor.text('1 of 4').waitFor();
    await visitor.follow('Back to gallery', 'Slack Water');
    await visitor.follow('Back to Galleries', 'Galleries');
    expect(visitor.path).toBe('/galleries');
  });

  it('the menus link to every page and mark the current one', async () => {
    const [menu, footer] = ['Main', 'Footer'].map((name) => visitor.page.getByRole('navigation', { name }));
    for (const [nav, name, heading] of [
      [menu, 'About', 'About'],
      [footer, 'Contact', 'Get in Touch'],
      [footer, 'Imprint', 'Imprint'],
      [menu, 'Galleries', 'Galleries'],
      [menu, 'Home', 'Welcome to my online portfolio'],
    ] as const) {
      const link = nav!.getByRole('link', { name, exact: true });
      await visitor.follow(link, heading);
      await visitor.page.locator('[aria-current=page]', { hasText: name }).waitFor();
    }
  });

  it('an unknown address shows "Page not found" with a link to the home page', async () => {
    expect(await visitor.open('/no/such/page')).toBe(404);
    await visitor.waitForHeading('Page not found');
    await visitor.follow('Go to the home page', 'Welcome to my online portfolio');
  });

  it('the skip link skips the menu', async () => {
    await visitor.open('/galleries');
    await visitor.page.keyboard.press('Tab');
    expect(await visitor.get('link', 'Skip to content').evaluate((link) => link === document.activeElement)).toBe(true);
    await visitor.page.keyboard.press('Enter');
    await visitor.page.keyboard.press('Tab');
    expect(await visitor.page.evaluate(() => document.activeElement?.textContent)).toContain('View Gallery');
  });
});

describe('Back', () => {
  it.each(['mouse', 'keyboard'])('restores scroll position and focus, by %s', async (tool) => {
    const context = await visit(browser, 'phone');
    const visitor = new (tool === 'mouse' ? Visitor : KeyboardVisitor)(await context.newPage(), site.url);
    await visitor.open('/gallery/high-ground');
    const tile = visitor.get('main').getByRole('listitem').last().getByRole('link');
    await visitor.use(tile);
    await visitor.waitForHeading('Two in the Morning, February');
    expect(await visitor.page.evaluate(() => scrollY)).toBe(0);
    await visitor.page.goBack();
    await visitor.waitForHeading('High Ground');
    await expect(eventually(() => isInView(tile), Boolean, { timeoutMs: 5_000 })).resolves.toBe(true);
    const hasFocus = () => tile.evaluate((link) => link === document.activeElement);
    expect(await eventually(hasFocus, Boolean, { timeoutMs: 5_000 })).toBe(true);
    await context.close();
  });
});

const day = (time: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));

const isInView = (target: Locator) =>
  target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
