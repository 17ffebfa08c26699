import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Locator } from 'playwright-core';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { accessibilityViolations } from '../../src/accessibility.ts';
import { launchBrowser } from '../../src/browser.ts';
import { waitForHydration } from '../../src/wait-for-hydration.ts';
import { TouchGestures } from '../../src/touch.ts';
import { visit } from '../../src/screens/screens.ts';
import { FIRST_START_MS, Site } from '../../src/site/site.ts';
import { KeyboardVisitor, Visitor } from '../../src/visitor.ts';
import { openMonitoredPage, type MonitoredPage } from '../../src/monitored-page.ts';

const FIRST = 'The Old Breakwater, Low Tide';
const SECOND = 'Three Sisters';
const ADDRESS = '/photo/2?gallery=slack-water';

let site: Site;
let browser: Browser;
let context: BrowserContext;
let monitored: MonitoredPage;
let visitor: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([Site.demo(), launchBrowser()]);
}, FIRST_START_MS);

afterAll(() => browser?.close());

const viewer = () => visitor.page.getByRole('dialog');
const button = (name: string) => viewer().getByRole('button', { name, exact: true });
const percentage = (percent: number) => viewer().getByText(`${percent}%`, { exact: true }).waitFor();
const openButton = (title = SECOND) => visitor.get('button', `View full screen: ${title}`);

/** Position of the picture after its animation. */
async function pictureBox() {
  const picture = viewer().getByRole('img').first();
  let before = '';
  const box = await eventually(
    () => picture.boundingBox(),
    (now) => {
      const isStill = JSON.stringify(now) === before;
      before = JSON.stringify(now);
      return isStill;
    },
    { timeoutMs: 5_000 },
  );
  if (!box) throw new Error('There is no picture');
  return box;
}

const hasFocus = (target: Locator) =>
  eventually(() => target.evaluate((element) => element.contains(document.activeElement)), Boolean, {
    timeoutMs: 5_000,
  });

async function start(screen: 'desktop' | 'phone', Person: typeof Visitor = Visitor) {
  context = await visit(browser, screen, screen === 'desktop' ? { viewport: { width: 900, height: 640 } } : {});
  monitored = await openMonitoredPage(context);
  visitor = new Person(monitored.page, site.url);
}

async function openViewer() {
  if (await viewer().isVisible()) {
    await visitor.page.keyboard.press('Escape');
    await viewer().waitFor({ state: 'detached' });
  }
  if (visitor.path !== ADDRESS) {
    await visitor.open(ADDRESS);
    await waitForHydration(visitor.page);
  }
  await visitor.page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await visitor.use(openButton());
  await viewer().waitFor();
  await percentage(100);
}

async function finish() {
  await context.close();
  expect(monitored.consoleErrors).toEqual([]);
}

describe('the viewer on a desktop', () => {
  beforeAll(() => start('desktop'));
  afterAll(finish);
  beforeEach(openViewer);

  it('zooms by buttons from 50 to 300 percent in steps of 25', async () => {
    for (const percent of [125, 150, 175, 200, 225, 250, 275, 300]) {
      await visitor.use(button('Zoom in'));
      await percentage(percent);
    }
    await button('Zoom in').click({ force: true });
    await percentage(300);
    await visitor.use(button('Reset zoom'));
    await percentage(100);
    for (const percent of [75, 50]) {
      await visitor.use(button('Zoom out'));
      await percentage(percent);
    }
    await button('Zoom out').click({ force: true });
    await percentage(50);
    expect(await accessibilityViolations(visitor.page)).toEqual([]);
  });

  it('zooms by the wheel without scrolling the page', async () => {
    const { x, y, width, height } = await pictureBox();
    await visitor.page.mouse.move(x + width / 2, y + height / 2);
    await visitor.page.mouse.wheel(0, -100);
    await percentage(125);
    const zoomed = await pictureBox();
    expect(zoomed.width / width).toBeCloseTo(1.25, 1);
    await visitor.page.mouse.wheel(0, 100);
    await percentage(100);
    await visitor.page.mouse.wheel(0, 100);
    await percentage(75);
    expect(await visitor.page.evaluate(() => scrollY)).toBe(0);
    await visitor.page.keyboard.press('End');
    expect(await visitor.page.evaluate(() => scrollY)).toBe(0);
  });

  it('pans by mouse', async () => {
    for (const key of ['+', '+', '+', '+']) await visitor.page.keyboard.press(key);
    await percentage(200);
    const before = await pictureBox();
    await visitor.page.mouse.move(450, 320);
    await visitor.page.mouse.down();
    await visitor.page.mouse.move(420, 300, { steps: 5 });
    await visitor.page.mouse.move(390, 280, { steps: 5 });
    const dragged = await pictureBox();
    await visitor.page.mouse.up();
    // It follows the mouse within a few pixels.
    expect(Math.abs(dragged.x - before.x + 60)).toBeLessThan(10);
    expect(Math.abs(dragged.y - before.y + 40)).toBeLessThan(10);
  });

  it('fetches a larger rendition when zoomed', async () => {
    // Browsers use a larger image that they have loaded before.
    await context.close();
    await start('desktop');
    await openViewer();
    const widest = () =>
      viewer()
        .getByRole('img')
        .evaluateAll((images) =>
          Math.max(...images.map((image) => Number(/(\d+)\.\w+$/.exec((image as HTMLImageElement).currentSrc)?.[1]))),
        );
    const before = await widest();
    for (let step = 0; step < 8; step += 1) await visitor.page.keyboard.press('+');
    await percentage(300);
    expect(await eventually(widest, (now) => now > before, { timeoutMs: 10_000 })).toBeGreaterThan(before);
  });

  it('shows the neighbours, and closes at the last photo', async () => {
    await visitor.use(button('Previous photo'));
    await visitor.page.getByRole('dialog', { name: FIRST }).waitFor();
    await viewer().getByText('1 of 4').waitFor();
    await visitor.use(button('Close'));
    await viewer().waitFor({ state: 'detached' });
    await visitor.waitForHeading(FIRST);
    expect(visitor.path).toBe('/photo/1?gallery=slack-water');
    expect(await hasFocus(openButton(FIRST))).toBe(true);
  });

  it.each([
    ['Close', () => visitor.use(button('Close'))],
    ['Escape', () => visitor.page.keyboard.press('Escape')],
    ['Back', () => visitor.page.goBack()],
  ])('%s closes it and returns the focus to the picture', async (_name, close) => {
    await close();
    await viewer().waitFor({ state: 'detached' });
    await visitor.waitForHeading(SECOND);
    expect(visitor.path).toBe(ADDRESS);
    expect(await hasFocus(openButton())).toBe(true);
    await visitor.page.mouse.wheel(0, 300);
    expect(
      await eventually(
        () => visitor.page.evaluate(() => scrollY),
        (y) => y > 0,
        { timeoutMs: 5_000 },
      ),
    ).toBeGreaterThan(0);
  });
});

describe('the viewer with the keyboard only', () => {
  beforeAll(() => start('desktop', KeyboardVisitor));
  afterAll(finish);
  beforeEach(openViewer);

  it('zooms by + = - and 0', async () => {
    for (const [key, percent] of [
      ['+', 125],
      ['=', 150],
      ['-', 125],
      ['0', 100],
      ['-', 75],
      ['-', 50],
      ['-', 50],
    ] as const) {
      await visitor.page.keyboard.press(key);
      await percentage(percent);
    }
  });

  it('moves by ← and → up to the ends of the gallery', async () => {
    for (const [key, position] of [
      ['ArrowLeft', '1 of 4'],
      ['ArrowLeft', '1 of 4'],
      ['ArrowRight', '2 of 4'],
      ['ArrowRight', '3 of 4'],
    ] as const) {
      await visitor.page.keyboard.press(key);
      await viewer().getByText(position).waitFor();
    }
  });

  it('traps the focus, with every control usable', async () => {
    const reached = new Set<string>();
    for (let presses = 0; presses < 20; presses += 1) {
      await visitor.page.keyboard.press('Tab');
      const name = await visitor.page.evaluate(() => {
        const element = document.activeElement;
        return element?.closest('dialog') ? (element.getAttribute('aria-label') ?? element.textContent) : undefined;
      });
      // Between the last and the first control, the focus passes the browser's toolbar.
      if (name) reached.add(name);
      else expect(await visitor.page.evaluate(() => document.activeElement?.localName)).toBe('body');
    }
    expect([...reached].sort()).toEqual(
      ['Close', 'Next photo', 'Previous photo', 'Reset zoom', 'Share', 'Zoom in', 'Zoom out'].sort(),
    );
    await visitor.use(button('Zoom in'));
    await percentage(125);
    await visitor.use(button('Reset zoom'));
    await percentage(100);
    await visitor.use(button('Close'));
    await viewer().waitFor({ state: 'detached' });
    expect(await hasFocus(openButton())).toBe(true);
  });
});

describe('the viewer on a touch screen', () => {
  let touch: TouchGestures;
  beforeAll(async () => {
    await start('phone');
    touch = await TouchGestures.on(visitor.page);
  });
  afterAll(finish);
  beforeEach(openViewer);

  const zoomNow = async () => parseInt((await viewer().locator('output').textContent()) ?? '', 10);
  const MIDDLE = { x: 195, y: 420 };

  it('zooms by pinching', async () => {
    await touch.pinch(MIDDLE, { from: 100, to: 200 });
    expect(await eventually(zoomNow, (zoom) => zoom > 150, { timeoutMs: 5_000 })).toBeGreaterThan(180);
    expect(await zoomNow()).toBeLessThan(220);
    await touch.pinch(MIDDLE, { from: 300, to: 20 });
    await percentage(50);
    await touch.pinch(MIDDLE, { from: 40, to: 380 });
    await touch.pinch(MIDDLE, { from: 40, to: 380 });
    await percentage(300);
  });

  it('zooms in and out by double tap', async () => {
    await touch.doubleTap(MIDDLE);
    expect(await eventually(zoomNow, (zoom) => zoom > 100, { timeoutMs: 5_000 })).toBeGreaterThan(100);
    await pictureBox();
    await touch.doubleTap(MIDDLE);
    await percentage(100);
  });

  it('pans by touch', async () => {
    await touch.pinch(MIDDLE, { from: 100, to: 300 });
    const before = await pictureBox();
    await touch.drag(MIDDLE, { x: 115, y: 420 });
    const after = await pictureBox();
    // Includes the inertia after the release.
    expect(after.x - before.x).toBeLessThan(-60);
    expect(await zoomNow()).toBeGreaterThan(200);
    expect(await visitor.page.evaluate(() => scrollY)).toBe(0);
  });
});

describe('the photo page', () => {
  beforeAll(() => start('phone'));
  afterAll(finish);

  it('moves by ← and →, and by swiping', async () => {
    await visitor.open(ADDRESS);
    await waitForHydration(visitor.page);
    await visitor.page.keyboard.press('ArrowRight');
    await visitor.waitForHeading('Moonrise, Outer Sound');
    await visitor.page.keyboard.press('ArrowLeft');
    await visitor.waitForHeading(SECOND);
    await visitor.page.getByRole('link', { name: /Previous/ }).waitFor();
    // A picture in a view transition cannot be touched.
    await visitor.page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    const picture = (await visitor.get('main').getByRole('img').first().boundingBox())!;
    const y = picture.y + picture.height / 2;
    const touch = await TouchGestures.on(visitor.page);
    await touch.drag({ x: 80, y }, { x: 320, y });
    await visitor.waitForHeading(FIRST);
  });
});

describe('Share', () => {
  /** Replaces the device's share function. */
  interface Device {
    shared: ShareData[];
  }

  /** Content of the clipboard, by pasting: pages cannot read it. */
  async function pasteText(): Promise<string> {
    await visitor.write(comment(), '');
    await visitor.page.keyboard.press('ControlOrMeta+v');
    return comment().inputValue();
  }
  const comment = () => visitor.get('textbox', 'Comment');

  it('passes the link to the device', async () => {
    await start('phone');
    await context.addInitScript(() => {
      (window as unknown as Device).shared = [];
      navigator.share = async (data) => void (window as unknown as Device).shared.push(data!);
    });
    await visitor.open(ADDRESS);
    await waitForHydration(visitor.page);
    await visitor.use(visitor.get('button', 'Share'));
    const shared = () => visitor.page.evaluate(() => (window as unknown as Device).shared);
    expect(await eventually(shared, ({ length }) => length > 0, { timeoutMs: 5_000 })).toMatchObject([
      { title: SECOND, url: `${site.url}/photo/2` },
    ]);
    await finish();
  });

  it.each([
    ['with a mouse', Visitor],
    ['with the keyboard only', KeyboardVisitor],
  ])('copies the link without a share function, %s', async (_input, Person) => {
    await start('desktop', Person);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.addInitScript(() => delete (Navigator.prototype as { share?: unknown }).share);
    await visitor.open(ADDRESS);
    await waitForHydration(visitor.page);
    await visitor.use(visitor.get('button', 'Share'));
    await visitor.text('Link copied to clipboard!').waitFor();
    expect(await pasteText()).toBe(`${site.url}/photo/2`);

    await visitor.write(comment(), 'Something else');
    await comment().focus();
    for (const key of ['a', 'x']) await visitor.page.keyboard.press(`ControlOrMeta+${key}`);
    await visitor.use(openButton());
    await viewer().waitFor();
    await visitor.use(button('Share'));
    await viewer().getByText('Link copied to clipboard!').last().waitFor();
    await visitor.use(button('Close'));
    await viewer().waitFor({ state: 'detached' });
    expect(await pasteText()).toBe(`${site.url}/photo/2`);
    await finish();
  });
});
