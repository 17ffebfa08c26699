import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, waitUntil } from '@portfolio/lifecycle/supervisor';
import { site, useSite } from '../../src/demo-site.ts';
import { itAtFullLevel } from '../../src/full-level.ts';
import {
  ADDRESS,
  FIRST,
  SECOND,
  THIRD,
  button,
  context,
  finish,
  middleOf,
  opacityIs,
  openButton,
  openViewer,
  percentage,
  picture,
  pictureBox,
  scrollTop,
  settled,
  start,
  stillBox,
  viewer,
  viewerOf,
  visitor,
  zoomNow,
} from '../../src/opened-viewer.ts';
import { TouchGestures } from '../../src/touch.ts';
import { KeyboardVisitor, Visitor } from '../../src/visitor.ts';
import { waitForHydration } from '../../src/wait-for-hydration.ts';

useSite();

const MIDDLE = { x: 195, y: 420 };

describe('the viewer on a touch screen', () => {
  let touch: TouchGestures;
  beforeAll(async () => {
    await start('phone');
    touch = await TouchGestures.on(visitor.page);
  });
  afterAll(finish);
  beforeEach(() => openViewer());

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

  itAtFullLevel('zooms in and out by double tap', async () => {
    await touch.doubleTap(MIDDLE);
    expect(await eventually(zoomNow, (zoom) => zoom > 100, { timeoutMs: 5_000 })).toBeGreaterThan(100);
    await pictureBox();
    await touch.doubleTap(MIDDLE);
    await percentage(100);
  });

  itAtFullLevel('pans by touch', async () => {
    await touch.pinch(MIDDLE, { from: 100, to: 300 });
    const before = await pictureBox();
    const scrolled = await scrollTop();
    await touch.drag(MIDDLE, { x: 115, y: 420 });
    const after = await pictureBox();
    // Includes the inertia after the release.
    expect(after.x - before.x).toBeLessThan(-60);
    expect(await zoomNow()).toBeGreaterThan(200);
    expect(await scrollTop()).toBe(scrolled);
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

  itAtFullLevel('returns after a short drag', async () => {
    await touch.drag(MIDDLE, { x: 195, y: 440 });
    await viewerOf(2, SECOND).waitFor();
    expect(middleOf(await pictureBox()).y).toBeCloseTo(422, 0);
  });

  itAtFullLevel('closes by a drag down, and the picture is back on its page', async () => {
    await touch.drag(MIDDLE, { x: 205, y: 700 });
    await viewer().waitFor({ state: 'detached' });
    expect(visitor.path).toBe(ADDRESS);
    const { x, width } = await stillBox(visitor.get('main').getByRole('img').first());
    expect([x, width]).toEqual([0, 390]);
  });

  it('shows a control as pressed only while it is', async () => {
    await opacityIs('0');
    await touch.tap(MIDDLE);
    await opacityIs('1');
    const background = () => button('Information').evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await background();
    await touch.tap(middleOf((await button('Information').boundingBox())!));
    await viewer().getByRole('region', { name: 'Information' }).waitFor();
    expect(await background()).not.toBe(before);
    await touch.tap(middleOf((await button('Information').boundingBox())!));
    await viewer().getByRole('region', { name: 'Information' }).waitFor({ state: 'detached' });
    expect(await background()).toBe(before);
  });

  itAtFullLevel('shows and hides its controls by a tap', async () => {
    await opacityIs('0');
    await touch.tap(MIDDLE);
    await opacityIs('1');
    await touch.tap(MIDDLE);
    await opacityIs('0');
    expect(await viewer().count()).toBe(1);
  });

  itAtFullLevel('closes by a tap beside the picture, once its controls are shown', async () => {
    await opacityIs('0');
    await touch.tap({ x: 195, y: 680 });
    await opacityIs('1');
    await touch.tap({ x: 195, y: 680 });
    await viewer().waitFor({ state: 'detached' });
  });
});

describe('the viewer over a pinch-zoomed page', () => {
  beforeAll(() => start('phone'));
  afterAll(finish);

  it('fills the visible part at its normal size, and follows the fingers', async () => {
    await openViewer();
    await visitor.page.keyboard.press('Escape');
    await viewer().waitFor({ state: 'detached' });
    const session = await context.newCDPSession(visitor.page);
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
    const scale = () => visitor.page.evaluate(() => visualViewport!.scale);
    expect(await eventually(scale, (now) => now === 2)).toBe(2);
    await openButton().focus();
    await visitor.page.keyboard.press('Enter');
    await viewer().waitFor();
    await settled();
    const visible = await visitor.page.evaluate(() => {
      const { offsetLeft, offsetTop, width, height } = visualViewport!;
      return [offsetLeft, offsetTop, width, height];
    });
    const covered = await viewer().evaluate((dialog) => {
      const { left, top, width, height } = dialog.getBoundingClientRect();
      return [left, top, width, height];
    });
    expect(covered.map(Math.round)).toEqual(visible.map(Math.round));

    // In CSS pixels of the visible part. `Input.dispatchTouchEvent` misses the element there.
    await session.send('Input.synthesizeTapGesture', { x: 97, y: 210, tapCount: 2 });
    await percentage(200);
  });
});

describe('the viewer with reduced motion', () => {
  beforeAll(async () => {
    await start('desktop');
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
  });
  afterAll(finish);
  beforeEach(() => openViewer());

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
    await waitUntil(async () => (await ran()).length > 1);
    expect(new Set(await ran())).toEqual(new Set(['opacity']));
    expect(middleOf(await pictureBox()).x).toBeCloseTo(450, 0);
  });
});

describe('the photo page', () => {
  beforeAll(() => start('phone'));
  afterAll(finish);

  it('moves by swiping', async () => {
    await visitor.open(ADDRESS);
    await waitForHydration(visitor.page);
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
  /** Content of the clipboard, by pasting: pages cannot read it. */
  async function pasteText(): Promise<string> {
    await visitor.write(comment(), '');
    await visitor.page.keyboard.press('ControlOrMeta+v');
    return comment().inputValue();
  }
  const comment = () => visitor.get('textbox', 'Comment');

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
