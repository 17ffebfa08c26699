import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Locator } from 'playwright-core';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { isFullLevel } from '@portfolio/testing/level';
import { plainPicture } from '../../src/test-pictures.ts';
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

  it('the home page shows the latest news, with a safe external link', async () => {
    await visitor.open('/');
    const news = visitor.page.getByRole('complementary', { name: 'Latest news' });
    expect(await news.innerText()).toContain('Slack Water at the Harbour Rooms');
    const link = news.getByRole('link');
    expect(await link.getAttribute('href')).toBe('https://example.com/harbour-rooms/slack-water');
    expect(await link.getAttribute('rel')).toContain('noopener');
  });

  it("about, contact and imprint show the artist's texts", async () => {
    await visitor.open('/about');
    for (const section of ['Authenticity', 'Moment', 'Expression']) await visitor.text(section).waitFor();
    await visitor.open('/contact');
    await visitor.text(/within 24 hours/).waitFor();
    await visitor.get('link', 'hello@example.com').waitFor();
  });

  it.each([
    ['/gallery/no-such-gallery', 'Gallery not found', 'Back to Galleries', 'Galleries'],
    ['/photo/999', 'Photo not found', 'View Galleries', 'Galleries'],
    ['/photo/sunset', 'Photo not found', 'View Galleries', 'Galleries'],
    ['/no/such/page', 'Page not found', 'Go to the home page', 'Welcome to my online portfolio'],
  ])('%s shows "%s" with a link', async (path, heading, link, next) => {
    expect(await visitor.open(path)).toBe(404);
    await visitor.waitForHeading(heading);
    await visitor.follow(link, next);
  });

  it('/gallery redirects to /galleries', async () => {
    await visitor.open('/gallery');
    await visitor.waitForHeading('Galleries');
    expect(visitor.path).toBe('/galleries');
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

describe('after a change of the galleries', () => {
  let context: BrowserContext;
  let visitor: Visitor;
  beforeAll(async () => {
    context = await visit(browser, 'desktop');
    visitor = new Visitor(await context.newPage(), site.url);
  });
  afterAll(() => context.close());

  it('the home page shows six, and "View All Galleries" links to the others', async () => {
    const [photo] = await artist.photos();
    const added = [];
    for (const title of ['Fourth', 'Fifth', 'Sixth']) added.push(await artist.addGallery(title, [photo!.id]));
    await visitor.openUntil('/', visitor.get('link', /: Sixth$/));
    expect(await visitor.get('link', /^View Gallery/).count()).toBe(6);
    expect(await visitor.get('link', 'View All Galleries').count()).toBe(0);

    added.push(await artist.addGallery('Seventh', [photo!.id]));
    await visitor.openUntil('/', visitor.get('link', /: Seventh$/));
    expect(await visitor.get('link', /^View Gallery/).count()).toBe(6);
    await visitor.follow('View All Galleries', 'Galleries');
    expect(visitor.path).toBe('/galleries');
    await visitor.get('link', /: Dry Country$/).waitFor();
    expect(await visitor.get('link', /^View Gallery/).count()).toBe(7);
    for (const gallery of added) await artist.deleteGallery(gallery);
  });

  it('a gallery without photos shows "No photos yet"', async () => {
    const photo = await artist.upload(await plainPicture(), 'Gone soon');
    await artist.addGallery('Empty room', [photo.id]);
    await artist.deletePhoto(photo);
    await visitor.openUntil('/gallery/empty-room', visitor.text('No photos yet'));
    await visitor.waitForHeading('Empty room');
    await visitor.text('0 photos').waitFor();
  });

  it('a hidden gallery and its photos are 404', async () => {
    const { id } = await artist.gallery('dry-country');
    const photo = (await artist.photos()).find(({ gallery_id }) => gallery_id === id);
    await visitor.openUntil(`/photo/${photo?.id}`, visitor.get('heading', photo?.title));
    await artist.setVisibility([{ id }], false);
    await visitor.openUntil('/gallery/dry-country', visitor.get('heading', 'Gallery not found'));
    await visitor.openUntil(`/photo/${photo?.id}`, visitor.get('heading', 'Photo not found'));
  });

  it('both lists show "No galleries available" without galleries', async () => {
    await artist.setVisibility(await artist.galleries(), false);
    await visitor.openUntil('/', visitor.text('No galleries available'));
    await visitor.openUntil('/galleries', visitor.text('No galleries available'));
  });
});

const day = (time: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));

const isInView = (target: Locator) =>
  target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
