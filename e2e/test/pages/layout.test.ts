import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitForHydration } from '../../src/wait-for-hydration.ts';
import { isFullLevel } from '@portfolio/testing/level';
import { plainPicture } from '../../src/test-pictures.ts';
import { visit } from '../../src/screens/screens.ts';
import { Visitor } from '../../src/visitor.ts';
import { openMonitoredPage } from '../../src/monitored-page.ts';
import { artist, browser, site, useArtist, useSite } from '../../src/demo-site.ts';

const SCREEN_NAMES = isFullLevel ? (['phone', 'desktop'] as const) : (['phone'] as const);

useSite();
useArtist();

/** CSS pixels by which a page exceeds the window. */
const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

describe('texts of any length', () => {
  /** Long names, pasted links, and lines without a space. */
  const LONG = {
    name: `Donaudampfschiffahrtsgesellschaftskapitaen${'smuetze'.repeat(3)}`,
    wide: 'W'.repeat(255),
    link: `https://example.com/${'a-long-way/'.repeat(20)}?${'x'.repeat(400)}`,
    line: 'm'.repeat(5_000),
  };

  it.each(isFullLevel ? [320, 1440] : [320])('fit a window %d px wide', async (width) => {
    const { name, wide, link, line } = LONG;
    const photo = await artist.upload(await plainPicture(), name);
    const galleries = [
      await artist.addGallery(`${width} ${name}`, [photo.id], link),
      await artist.addGallery(`${width}${wide}`.slice(0, 255), [photo.id], line),
    ];
    const news = await artist.addNews({ headline: wide, content: `${link}\n${line.slice(0, 400)}` });
    const context = await visit(browser, 'desktop', { viewport: { width, height: 800 } });
    const visitor = new Visitor(await context.newPage(), site.url);
    const overflows: Record<string, number> = {};

    await visitor.openUntil('/', visitor.text(wide));
    overflows['home'] = await overflowOf(visitor.page);
    await visitor.openUntil('/galleries', visitor.text(link));
    overflows['galleries'] = await overflowOf(visitor.page);
    for (const gallery of galleries) {
      await visitor.openUntil(`/gallery/${gallery.slug}`, visitor.get('heading', gallery.title));
      overflows[`gallery: ${gallery.title.slice(0, 8)}`] = await overflowOf(visitor.page);
    }
    for (const words of [
      { title: name, description: link },
      { title: wide, description: line },
    ]) {
      await artist.describePhoto(photo, words);
      await visitor.openUntil(`/photo/${photo.id}?gallery=${galleries[1]?.slug}`, visitor.get('heading', words.title));
      overflows[`photo: ${words.title.slice(0, 8)}`] = await overflowOf(visitor.page);
    }

    expect(Object.entries(overflows).filter(([, by]) => by > 0)).toEqual([]);
    await context.close();
    for (const gallery of galleries) await artist.deleteGallery(gallery);
    await artist.deletePhoto(photo);
    await artist.deleteNews(news);
  });

  it('of the artist fit the narrowest window', async () => {
    const { wide, link, line } = LONG;
    const texts = {
      site_title: wide,
      hero_text: wide,
      hero_call_to_action: wide,
      about_story: `${line.slice(0, 2_000)}\n\n${line.slice(0, 2_000)}`,
      about_authenticity: line,
      about_moment: link,
      contact_intro: link,
      contact_email: `${'w'.repeat(64)}@${'x'.repeat(60)}.${'y'.repeat(60)}.example`,
      contact_phone: `+${'1'.repeat(300)}`,
      contact_address: wide,
      imprint: line,
      privacy: `${line}`,
      social_links: `https://${'z'.repeat(200)}.example\n${link}`,
    };
    const before = await artist.settings();
    await artist.set(texts);
    const context = await visit(browser, 'desktop', { viewport: { width: 320, height: 800 } });
    const visitor = new Visitor(await context.newPage(), site.url);
    const overflows: Record<string, number> = {};

    for (const [path, words] of [
      ['/', texts.hero_text],
      ['/about', texts.about_authenticity],
      ['/contact', texts.contact_email],
      ['/imprint', texts.imprint],
    ] as const) {
      await visitor.openUntil(path, visitor.text(words));
      overflows[path] = await overflowOf(visitor.page);
    }

    expect(Object.entries(overflows).filter(([, by]) => by > 0)).toEqual([]);
    expect(Object.keys(overflows)).toHaveLength(4);
    await context.close();
    await artist.set(Object.fromEntries(Object.keys(texts).map((name) => [name, before[name as keyof typeof texts]])));
  });

  it.each(SCREEN_NAMES)('of the news are readable in full on a %s', async (screen) => {
    const lines = Array.from({ length: 14 }, (_, index) => `Line ${index + 1} of the news, on ${screen}.`);
    const news = await artist.addNews({ headline: `News for a ${screen}`, content: lines.join('\n') });
    const context = await visit(browser, screen);
    const visitor = new Visitor(await context.newPage(), site.url);
    await visitor.openUntil('/', visitor.text(`News for a ${screen}`));

    const content = visitor.page.getByText(lines[0]!);
    expect((await content.innerText()).split('\n')).toEqual(lines);
    const { hidden, rows } = await content.evaluate((text) => ({
      hidden: text.scrollHeight - text.clientHeight,
      rows: Math.round(text.clientHeight / parseFloat(getComputedStyle(text).lineHeight)),
    }));
    expect(hidden).toBe(0);
    expect(rows).toBeGreaterThanOrEqual(lines.length);
    await context.close();
    await artist.deleteNews(news);
  });
});

describe('text at 200 %', () => {
  const PATHS = ['/', '/galleries', '/gallery/slack-water', '/about', '/contact', '/imprint'];

  it("fits a phone, and the viewer's controls fit the window", async () => {
    const context = await visit(browser, 'phone');
    const visitor = new Visitor(await context.newPage(), site.url);
    const { page } = visitor;
    const overflows: string[] = [];
    for (const path of [...PATHS, '/contact?photo=1', '/photo/2?gallery=slack-water']) {
      await visitor.open(path);
      await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
      overflows.push(...(await page.evaluate(textsOverMargin)).map((text) => `${path}: ${text}`));
    }
    expect(overflows).toEqual([]);

    await visitor.use(visitor.get('button', /^View full screen/));
    const viewer = page.getByRole('dialog');
    await viewer.getByRole('button', { name: 'Next photo' }).waitFor();
    for (const button of await viewer.getByRole('button').all()) {
      const { x, width } = (await button.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(390);
    }
    await context.close();
  });

  /** Runs in the page. Returns the texts in its margins or beyond. */
  function textsOverMargin(): string[] {
    const main = document.querySelector('main')!;
    const margin = parseFloat(getComputedStyle(main).paddingInlineStart);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const over: string[] = [];
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const parent = currentNode.parentElement!;
      if (!currentNode.textContent?.trim() || parent.closest('.visually-hidden')) continue;
      // Titles of tiles have one line.
      if (getComputedStyle(parent).textOverflow === 'ellipsis') continue;
      range.selectNodeContents(currentNode);
      const isOver = ({ left, right }: DOMRect) => left < margin - 1 || right > innerWidth - margin + 1;
      if ([...range.getClientRects()].some((box) => box.width > 0 && isOver(box))) over.push(currentNode.textContent);
    }
    return over;
  }
});

it('print shows all texts and no controls', async () => {
  const context = await visit(browser, 'desktop');
  const visitor = new Visitor(await context.newPage(), site.url);
  await visitor.page.emulateMedia({ media: 'print' });
  for (const [path, heading, words] of [
    ['/photo/2?gallery=slack-water', 'Three Sisters', 'Gallery'],
    ['/gallery/slack-water', 'Slack Water', /photos$/],
    ['/contact', 'Get in Touch', 'Studio'],
  ] as const) {
    await visitor.open(path);
    await visitor.waitForHeading(heading);
    expect(await visitor.text(words).first().isVisible()).toBe(true);
    for (const role of ['navigation', 'form', 'textbox', 'button'] as const) {
      expect([path, role, await visitor.get(role).count()]).toEqual([path, role, 0]);
    }
    expect(await visitor.get('heading', /^Write/).count()).toBe(0);
    expect(await visitor.get('link', /^(Ask|Back|Show)/).count()).toBe(0);
  }
  await context.close();
});

describe('on a slow connection', () => {
  it.each(SCREEN_NAMES)('the home page loads without layout shift, on a %s', async (screen) => {
    const context = await visit(browser, screen);
    const { page, layoutShift } = await openMonitoredPage(context);
    const visitor = new Visitor(page, site.url);
    await visitor.open('/imprint');
    // Before hydration, a link is a full page load.
    await waitForHydration(page);
    // The galleries arrive long before the news.
    let releaseNews = () => {};
    const newsReleased = new Promise<void>((resolve) => (releaseNews = resolve));
    await page.route('**/api/public/news/latest', async (route) => {
      await newsReleased;
      await route.continue();
    });
    const galleries = page.waitForResponse(/\/api\/galleries/);
    await followWithoutInput(page, 'Home');
    await (await galleries).finished();
    await waitForPaint(page);
    await waitForPaint(page);
    releaseNews();
    await page.getByRole('complementary', { name: 'Latest news' }).waitFor();
    await waitForPaint(page);

    expect(await layoutShift()).toBe(0);
    await context.close();
  });

  it.each(SCREEN_NAMES)('an error page appears without layout shift, on a %s', async (screen) => {
    const context = await visit(browser, screen);
    const { page, layoutShift } = await openMonitoredPage(context);
    const visitor = new Visitor(page, site.url);
    await visitor.open('/imprint');
    // Before hydration, a link is a full page load.
    await waitForHydration(page);
    // A status without automatic retry.
    await page.route('**/api/galleries**', async (route) => {
      await visitor.page.getByText('Loading…').waitFor();
      await waitForPaint(page);
      await route.fulfill({ status: 403, json: {} });
    });
    await followWithoutInput(page, 'Galleries');
    await visitor.get('alert').getByText('Failed to load galleries').waitFor();
    await waitForPaint(page);

    expect(await layoutShift()).toBe(0);
    await context.close();
  });
});

/** Follows a link of the menu without input, because shifts right after input do not count. */
const followWithoutInput = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name })
    .evaluate((link: HTMLElement) => link.click());

/** Resolves after the current frame has been painted. */
const waitForPaint = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));

describe('contact links', () => {
  it.each(['/contact', '/imprint'])('are large enough for touch on %s', async (path) => {
    const context = await visit(browser, 'phone');
    const visitor = new Visitor(await context.newPage(), site.url);
    await visitor.open(path);
    const links = visitor.page.locator('main a[href^="mailto:"], main a[href^="tel:"]');
    expect(await links.count()).toBeGreaterThan(0);
    for (const link of await links.all()) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await context.close();
  });

  it('are in a column beside their labels in the narrowest window', async () => {
    const context = await visit(browser, 'phone', { viewport: { width: 320, height: 640 } });
    const visitor = new Visitor(await context.newPage(), site.url);
    await visitor.open('/contact');
    const boxesOf = (role: 'term' | 'definition') =>
      visitor.page.getByRole(role).evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
    const [terms, definitions] = [(await boxesOf('term')) as DOMRect[], (await boxesOf('definition')) as DOMRect[]];
    expect(terms).toHaveLength(3);
    for (const [index, { right, bottom }] of terms.entries()) {
      expect(definitions[index]!.left).toBeGreaterThan(right);
      expect(definitions[index]!.top).toBeLessThan(bottom);
    }
    await context.close();
  });
});

it('a photo page without JavaScript has no control that needs it', async () => {
  const context = await visit(browser, 'desktop', { javaScriptEnabled: false });
  const visitor = new Visitor(await context.newPage(), site.url);
  await visitor.open('/photo/1');
  await visitor.waitForHeading('The Old Breakwater, Low Tide');
  expect(await visitor.get('button', 'Share').count()).toBe(0);
  expect(await visitor.get('button', /^View full screen/).count()).toBe(0);
  await context.close();
});
