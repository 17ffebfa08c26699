import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, waitUntil } from '@portfolio/lifecycle/supervisor';
import { accessibilityViolations } from '../../src/accessibility.ts';
import { useSite } from '../../src/demo-site.ts';
import { atLevel, itAtFullLevel } from '../../src/full-level.ts';
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
  opacityIs,
  openButton,
  openViewer,
  percentage,
  pictureBox,
  scrollTop,
  start,
  viewer,
  viewerOf,
  visitor,
} from '../../src/opened-viewer.ts';
import { KeyboardVisitor } from '../../src/visitor.ts';

useSite();

describe('the viewer on a desktop', () => {
  beforeAll(() => start('desktop'));
  afterAll(finish);
  beforeEach(() => openViewer());

  itAtFullLevel('zooms by buttons from 50 to 300 percent in steps of 25', async () => {
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

  itAtFullLevel('zooms by the wheel without scrolling the page', async () => {
    const before = await pictureBox();
    const middle = middleOf(before);
    const scrolled = await scrollTop();
    await visitor.page.mouse.move(middle.x, middle.y);
    await visitor.page.mouse.wheel(0, -100);
    await percentage(125);
    expect((await pictureBox()).width / before.width).toBeCloseTo(1.25, 1);
    await visitor.page.mouse.wheel(0, 100);
    await percentage(100);
    await visitor.page.mouse.wheel(0, 100);
    await percentage(75);
    await visitor.page.keyboard.press('PageDown');
    expect(await scrollTop()).toBe(scrolled);
  });

  itAtFullLevel('pans by mouse, and returns inside the edges', async () => {
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

  itAtFullLevel('turns by a drag, and not by a short one', async () => {
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
    await waitUntil(() => visitor.path === '/photo/3?gallery=slack-water');
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

  itAtFullLevel('shows the neighbours, and closes at the last photo', async () => {
    const entries = await visitor.page.evaluate(() => history.length);
    await visitor.use(button('Previous photo'));
    await viewerOf(1, FIRST).waitFor();
    await viewer().getByText('1 of 4', { exact: true }).waitFor();
    await visitor.use(button('Close'));
    await viewer().waitFor({ state: 'detached' });
    await visitor.waitForHeading(FIRST);
    await waitUntil(() => visitor.path === '/photo/1?gallery=slack-water');
    expect(await hasFocus(openButton(FIRST))).toBe(true);
    expect(await visitor.page.evaluate(() => history.length)).toBe(entries);
  });

  itAtFullLevel('fades its controls after two seconds, until the mouse moves', async () => {
    await visitor.page.mouse.move(300, 300);
    await opacityIs('1');
    await opacityIs('0');
    await visitor.page.mouse.move(310, 310);
    await opacityIs('1');
  });

  itAtFullLevel('shows the information', async () => {
    await visitor.use(button('Information'));
    const facts = viewer().getByRole('region', { name: 'Information' });
    await facts.getByText('Slack Water').waitFor();
    expect(await accessibilityViolations(visitor.page)).toEqual([]);
    await visitor.use(button('Information'));
    await facts.waitFor({ state: 'detached' });
  });

  const WAYS_TO_CLOSE: [string, () => Promise<unknown>][] = [
    ['Close', () => visitor.use(button('Close'))],
    ['Back', () => visitor.page.goBack()],
    ['Escape', () => visitor.page.keyboard.press('Escape')],
    ['a click beside the picture', clickBeside],
    ['a drag down', () => dragByMouse({ x: 450, y: 200 }, { x: 460, y: 480 })],
  ];
  it.each(atLevel(WAYS_TO_CLOSE, 2))('%s closes it and returns the focus to the picture', async (_name, close) => {
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
  beforeEach(() => openViewer());

  itAtFullLevel('zooms by + = - and 0', async () => {
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

  itAtFullLevel('pans by the arrows when zoomed', async () => {
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

  itAtFullLevel('starts and pauses the slideshow by Space', async () => {
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

  itAtFullLevel('fills the screen by F, and leaves it with the viewer', async () => {
    // The whole document would cover the dialog.
    const isFull = () => visitor.page.evaluate(() => Boolean(document.fullscreenElement?.closest('dialog')));
    await visitor.page.keyboard.press('f');
    expect(await eventually(isFull, Boolean, { timeoutMs: 5_000 })).toBe(true);
    expect(await button('Zoom in').isVisible()).toBe(true);
    await visitor.page.keyboard.press('f');
    expect(await eventually(isFull, (now) => !now, { timeoutMs: 5_000 })).toBe(false);
    await visitor.page.keyboard.press('f');
    await waitUntil(isFull);
    await visitor.use(button('Close'));
    await viewer().waitFor({ state: 'detached' });
    expect(await eventually(isFull, (now) => !now, { timeoutMs: 5_000 })).toBe(false);
  });

  itAtFullLevel('keeps a control visible that has the focus', async () => {
    await visitor.page.keyboard.press('Tab');
    await opacityIs('1');
    await opacityIs('0');
    const shown = await visitor.page.evaluate(() => getComputedStyle(document.activeElement!.parentElement!).opacity);
    expect(shown).toBe('1');
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
