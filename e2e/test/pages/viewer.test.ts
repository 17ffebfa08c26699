import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { accessibilityViolations } from '../../src/accessibility.ts';
import {
  ADDRESS,
  FIRST,
  SECOND,
  THIRD,
  button,
  context,
  dragByMouse,
  finish,
  hasFocus,
  middleOf,
  opacity,
  opacityIs,
  openButton,
  openViewer,
  percentage,
  pictureBox,
  scrollTop,
  start,
  useSite,
  viewer,
  viewerOf,
  visitor,
  zoomNow,
} from '../../src/opened-viewer.ts';
import { KeyboardVisitor } from '../../src/visitor.ts';

<<<<<<< HEAD
const FIRST = 'The Old Breakwater, Low Tide';
const SECOND = 'Three Sisters';
const THIRD = 'Moonrise, Outer Sound';
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
/** The dialog of a photo of the gallery of four. */
const viewerOf = (place: number, title: string) =>
  visitor.page.getByRole('dialog', { name: `Photo ${place} of 4, ${title}`, exact: true });
const button = (name: string) => viewer().getByRole('button', { name, exact: true });
const percentage = (percent: number) => viewer().getByText(`${percent}%`, { exact: true }).waitFor();
const openButton = (title = SECOND) => visitor.get('button', `View full screen: ${title}`);

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Resolves after animations and view transitions, in which nothing can be touched. */
const settled = () =>
  visitor.page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));

/** Box of an element that no longer moves. */
async function stillBox(element: Locator): Promise<Box> {
  let before = '';
  await settled();
  const box = await eventually(
    () => element.boundingBox(),
    (now) => {
      const isStill = now !== null && JSON.stringify(now) === before;
      before = JSON.stringify(now);
      return isStill;
    },
    { timeoutMs: 5_000 },
  );
  if (!box) throw new Error('The element is not shown');
  return box;
}

const picture = () => viewer().getByRole('img').first();
const pictureBox = () => stillBox(picture());
const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
/** The group of the zoom buttons, which fades with all controls. */
const opacity = () =>
  viewer()
    .getByRole('group', { name: 'Zoom' })
    .evaluate((group) => getComputedStyle(group).opacity);
const opacityIs = (expected: string) => eventually(opacity, (now) => now === expected, { timeoutMs: 10_000 });
const zoomNow = async () => parseInt((await viewer().locator('output').textContent()) ?? '', 10);
const scrollTop = () => visitor.page.evaluate(() => scrollY);

/** Moves the mouse in steps, with the button down. */
async function dragByMouse(from: Point, to: Point, { release = true } = {}) {
  const { mouse } = visitor.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 8 });
  if (release) await mouse.up();
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
  await settled();
}

async function finish() {
  await context.close();
  expect(monitored.consoleErrors).toEqual([]);
}
=======
useSite();
>>>>>>> aa61190178297816e396072f66b1228c1c2e0620

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

  it('fills the window, also where the scrollbar was, and the page stays in place below', async () => {
    const frame = await viewer().boundingBox();
    expect(frame).toEqual({ x: 0, y: 0, width: 900, height: 640 });
    const { width, height } = await pictureBox();
    expect(Math.max(width / 900, height / 640)).toBeCloseTo(1, 2);
    const heading = () => visitor.page.locator('h1').evaluate((title) => title.getBoundingClientRect().left);
    const before = await heading();
    await visitor.page.keyboard.press('Escape');
    await viewer().waitFor({ state: 'detached' });
    expect(await heading()).toBe(before);
  });

  it('zooms by the wheel without scrolling the page', async () => {
    const before = await pictureBox();
    const middle = middleOf(before);
    await visitor.page.mouse.move(middle.x, middle.y);
    await visitor.page.mouse.wheel(0, -100);
    await percentage(125);
    expect((await pictureBox()).width / before.width).toBeCloseTo(1.25, 1);
    await visitor.page.mouse.wheel(0, 100);
    await percentage(100);
    await visitor.page.mouse.wheel(0, 100);
    await percentage(75);
    await visitor.page.keyboard.press('PageDown');
    expect(await scrollTop()).toBe(0);
  });

  it('zooms by a pinch of the touchpad', async () => {
    await visitor.page.mouse.move(450, 320);
    await visitor.page.keyboard.down('Control');
    for (let times = 0; times < 4; times += 1) await visitor.page.mouse.wheel(0, -20);
    await visitor.page.keyboard.up('Control');
    expect(await eventually(zoomNow, (zoom) => zoom > 150, { timeoutMs: 5_000 })).toBeLessThan(300);
    expect(await visitor.page.evaluate(() => visualViewport!.scale)).toBe(1);
  });

  it('pans by mouse, and returns inside the edges', async () => {
    for (const key of ['+', '+', '+', '+']) await visitor.page.keyboard.press(key);
    await percentage(200);
    const before = await pictureBox();
    await dragByMouse({ x: 450, y: 320 }, { x: 390, y: 280 }, { release: false });
    const dragged = await pictureBox();
    await visitor.page.mouse.up();
    // It follows the mouse within a few pixels.
    expect(Math.abs(dragged.x - before.x + 60)).toBeLessThan(10);
    expect(Math.abs(dragged.y - before.y + 40)).toBeLessThan(10);

    for (let times = 0; times < 3; times += 1) await dragByMouse({ x: 200, y: 150 }, { x: 880, y: 600 });
    const { x, y } = await pictureBox();
    expect(Math.abs(x)).toBeLessThan(1);
    expect(y).toBeLessThan(1);
    await viewerOf(2, SECOND).waitFor();
  });

  it('turns by a drag, and not by a short one', async () => {
    const before = await pictureBox();
    await dragByMouse({ x: 600, y: 320 }, { x: 500, y: 320 }, { release: false });
    expect((await pictureBox()).x).toBeCloseTo(before.x - 100, 0);
    await visitor.page.waitForTimeout(200);
    await visitor.page.mouse.up();
    await viewerOf(2, SECOND).waitFor();
    expect(middleOf(await pictureBox()).x).toBeCloseTo(450, 0);

    await dragByMouse({ x: 700, y: 320 }, { x: 200, y: 320 });
    await viewerOf(3, THIRD).waitFor();
    expect(middleOf(await pictureBox()).x).toBeCloseTo(450, 0);
    await eventually(
      () => visitor.path,
      (path) => path === '/photo/3?gallery=slack-water',
      { timeoutMs: 5_000 },
    );
    await dragByMouse({ x: 200, y: 320 }, { x: 700, y: 320 });
    await viewerOf(2, SECOND).waitFor();
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
    const entries = await visitor.page.evaluate(() => history.length);
    await visitor.use(button('Previous photo'));
    await viewerOf(1, FIRST).waitFor();
    await viewer().getByText('1 of 4', { exact: true }).waitFor();
    await visitor.use(button('Close'));
    await viewer().waitFor({ state: 'detached' });
    await visitor.waitForHeading(FIRST);
    await eventually(
      () => visitor.path,
      (path) => path === '/photo/1?gallery=slack-water',
      { timeoutMs: 5_000 },
    );
    expect(await hasFocus(openButton(FIRST))).toBe(true);
    expect(await visitor.page.evaluate(() => history.length)).toBe(entries);
  });

  it('fades its controls after two seconds, until the mouse moves', async () => {
    await visitor.page.mouse.move(300, 300);
    await opacityIs('1');
    await opacityIs('0');
    await visitor.page.mouse.move(310, 310);
    await opacityIs('1');
  });

  it('shows the information', async () => {
    await visitor.use(button('Information'));
    const facts = viewer().getByRole('region', { name: 'Information' });
    await facts.getByText('Slack Water').waitFor();
    expect(await accessibilityViolations(visitor.page)).toEqual([]);
    await visitor.use(button('Information'));
    await facts.waitFor({ state: 'detached' });
  });

  it.each([
    ['Close', () => visitor.use(button('Close'))],
    ['Escape', () => visitor.page.keyboard.press('Escape')],
    ['Back', () => visitor.page.goBack()],
    ['a click beside the picture', clickBeside],
    ['a drag down', () => dragByMouse({ x: 450, y: 200 }, { x: 460, y: 480 })],
  ])('%s closes it and returns the focus to the picture', async (_name, close) => {
    await close();
    await viewer().waitFor({ state: 'detached' });
    await visitor.waitForHeading(SECOND);
    expect(visitor.path).toBe(ADDRESS);
    expect(await hasFocus(openButton())).toBe(true);
    await visitor.page.mouse.wheel(0, 300);
    expect(await eventually(scrollTop, (y) => y > 0, { timeoutMs: 5_000 })).toBeGreaterThan(0);
  });

  /** Makes the picture smaller than the window, and clicks in a corner. */
  async function clickBeside() {
    await visitor.page.keyboard.press('-');
    await percentage(75);
    await visitor.page.mouse.click(80, 200);
  }
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
      await viewer().getByText(position, { exact: true }).waitFor();
    }
  });

  it('jumps to the ends by Home and End', async () => {
    for (const [key, position] of [
      ['End', '4 of 4'],
      ['Home', '1 of 4'],
    ] as const) {
      await eventually(
        async () => {
          await visitor.page.keyboard.press(key);
          return viewer().getByText(position, { exact: true }).isVisible();
        },
        Boolean,
        { timeoutMs: 10_000 },
      );
    }
  });

  it('pans by the arrows when zoomed', async () => {
    for (const key of ['+', '+', '+', '+']) await visitor.page.keyboard.press(key);
    await percentage(200);
    const before = await pictureBox();
    await visitor.page.keyboard.press('ArrowRight');
    await visitor.page.keyboard.press('ArrowDown');
    const after = await pictureBox();
    expect(after.x).toBeLessThan(before.x);
    expect(after.y).toBeLessThan(before.y);
    await viewerOf(2, SECOND).waitFor();
  });

  it('starts and pauses the slideshow by Space', async () => {
    await visitor.page.keyboard.press('Space');
    await button('Pause slideshow').waitFor();
    await viewerOf(3, THIRD).waitFor();
    // The other controls have faded.
    await opacityIs('0');
    expect(await button('Pause slideshow').evaluate((pause) => getComputedStyle(pause.parentElement!).opacity)).toBe(
      '1',
    );
    await visitor.page.keyboard.press('Space');
    await button('Start slideshow').waitFor();
  });

  it('fills the screen by F, and leaves it with the viewer', async () => {
    // The whole document would cover the dialog.
    const isFull = () => visitor.page.evaluate(() => Boolean(document.fullscreenElement?.closest('dialog')));
    await visitor.page.keyboard.press('f');
    expect(await eventually(isFull, Boolean, { timeoutMs: 5_000 })).toBe(true);
    expect(await button('Zoom in').isVisible()).toBe(true);
    await visitor.page.keyboard.press('f');
    expect(await eventually(isFull, (now) => !now, { timeoutMs: 5_000 })).toBe(false);
    await visitor.page.keyboard.press('f');
    await eventually(isFull, Boolean, { timeoutMs: 5_000 });
    await visitor.use(button('Close'));
    await viewer().waitFor({ state: 'detached' });
    expect(await eventually(isFull, (now) => !now, { timeoutMs: 5_000 })).toBe(false);
  });

  it('keeps a control visible that has the focus', async () => {
    await visitor.page.keyboard.press('Tab');
    await visitor.page.waitForTimeout(2_600);
    const shown = await visitor.page.evaluate(() => getComputedStyle(document.activeElement!.parentElement!).opacity);
    expect(shown).toBe('1');
    expect(await opacity()).toBe('0');
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
      [
        ...['Close', 'Full screen', 'Information', 'Next photo', 'Previous photo', 'Reset zoom', 'Share'],
        ...['Start slideshow', 'Zoom in', 'Zoom out'],
      ].sort(),
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
<<<<<<< HEAD

describe('the viewer on a touch screen', () => {
  let touch: TouchGestures;
  beforeAll(async () => {
    await start('phone');
    touch = await TouchGestures.on(visitor.page);
  });
  afterAll(finish);
  beforeEach(openViewer);

  const MIDDLE = { x: 195, y: 420 };

  it('zooms by pinching', async () => {
    await touch.pinch(MIDDLE, { from: 100, to: 200 });
    expect(await eventually(zoomNow, (zoom) => zoom > 150, { timeoutMs: 5_000 })).toBeGreaterThan(180);
    expect(await zoomNow()).toBeLessThan(220);
    // Between the side arrows.
    await touch.pinch(MIDDLE, { from: 240, to: 20 });
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
    expect(await scrollTop()).toBe(0);
  });

  it('turns by a swipe, up to the end', async () => {
    await touch.drag({ x: 320, y: 420 }, { x: 60, y: 425 });
    await viewerOf(3, THIRD).waitFor();
    await touch.drag({ x: 320, y: 420 }, { x: 60, y: 425 });
    await viewer().getByText('4 of 4', { exact: true }).waitFor();
    await touch.drag({ x: 320, y: 420 }, { x: 60, y: 425 });
    // Nothing is left half off the screen.
    expect(middleOf(await pictureBox()).x).toBeCloseTo(195, 0);
    await viewer().getByText('4 of 4', { exact: true }).waitFor();
    await touch.drag({ x: 60, y: 420 }, { x: 320, y: 425 });
    await viewerOf(3, THIRD).waitFor();
  });

  it('returns after a short drag', async () => {
    await touch.drag(MIDDLE, { x: 195, y: 440 });
    await viewerOf(2, SECOND).waitFor();
    expect(middleOf(await pictureBox()).y).toBeCloseTo(422, 0);
  });

  it('closes by a drag down, and the picture is back on its page', async () => {
    await touch.drag(MIDDLE, { x: 205, y: 700 });
    await viewer().waitFor({ state: 'detached' });
    expect(visitor.path).toBe(ADDRESS);
    const { x, width } = await stillBox(visitor.get('main').getByRole('img').first());
    expect([x, width]).toEqual([0, 390]);
  });

  it('shows and hides its controls by a tap', async () => {
    await opacityIs('0');
    await touch.tap(MIDDLE);
    await opacityIs('1');
    await touch.tap(MIDDLE);
    await opacityIs('0');
    expect(await viewer().count()).toBe(1);
  });

  it('closes by a tap beside the picture, once its controls are shown', async () => {
    await opacityIs('0');
    await touch.tap({ x: 195, y: 680 });
    await opacityIs('1');
    await touch.tap({ x: 195, y: 680 });
    await viewer().waitFor({ state: 'detached' });
  });
});

describe('the viewer with reduced motion', () => {
  beforeAll(async () => {
    await start('desktop');
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
  });
  afterAll(finish);
  beforeEach(openViewer);

  it('crossfades without movement', async () => {
    await picture().waitFor();
    await visitor.page.evaluate(() => {
      const ran: string[] = [];
      document.addEventListener('transitionrun', (event) => ran.push(event.propertyName));
      Object.assign(window, { ran });
    });
    await visitor.page.keyboard.press('ArrowRight');
    await viewerOf(3, THIRD).waitFor();
    const ran = () => visitor.page.evaluate(() => (window as unknown as { ran: string[] }).ran);
    await eventually(ran, ({ length }) => length > 1, { timeoutMs: 5_000 });
    expect(new Set(await ran())).toEqual(new Set(['opacity']));
    expect(middleOf(await pictureBox()).x).toBeCloseTo(450, 0);
  });
});

describe('the photo page', () => {
  beforeAll(() => start('phone'));
  afterAll(finish);

  it('moves by ← and →, and by swiping', async () => {
    await visitor.open(ADDRESS);
    await waitForHydration(visitor.page);
    await visitor.page.keyboard.press('ArrowRight');
    await visitor.waitForHeading(THIRD);
    await visitor.page.keyboard.press('ArrowLeft');
    await visitor.waitForHeading(SECOND);
    await visitor.page.getByRole('link', { name: /Previous/ }).waitFor();
    await settled();
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
=======
>>>>>>> aa61190178297816e396072f66b1228c1c2e0620
