import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { eventually, waitUntil } from '@portfolio/lifecycle/supervisor';
import { Artist } from '../../src/artist.ts';
import { site, useSite } from '../../src/demo-site.ts';
import { itAtFullLevel } from '../../src/full-level.ts';
import {
  button,
  dragByMouse,
  finish,
  middleOf,
  monitored,
  opacityIs,
  openViewer,
  percentage,
  pictureBox,
  settled,
  start,
  viewer,
  visitor,
  zoomNow,
} from '../../src/opened-viewer.ts';
import { TouchGestures } from '../../src/touch.ts';
import { KeyboardVisitor } from '../../src/visitor.ts';
import { waitForHydration } from '../../src/wait-for-hydration.ts';

useSite();

/** Of all photos of the demo, newest first. */
let titles: string[];
let address: string;

beforeAll(async () => {
  const artist = await Artist.signIn(site.url);
  const photos = await artist.photos();
  titles = photos.map(({ title }) => title);
  const { slug } = await artist.addGallery(
    'Twelve',
    photos.map(({ id }) => id),
  );
  address = `/photo/${photos[4]!.id}?gallery=${slug}`;
});

/** Opens the viewer at the fifth photo of the gallery of twelve. */
async function open() {
  await openViewer(address, titles[4]);
  await strip().waitFor();
}

const strip = () => viewer().getByRole('list', { name: 'Photos', exact: true });
const thumbnail = (place: number) => strip().getByRole('button', { name: titles[place - 1]!, exact: true });
const shows = (place: number) =>
  visitor.page.getByRole('dialog', { name: `Photo ${place} of 12, ${titles[place - 1]}`, exact: true }).waitFor();
const scrolled = () => strip().evaluate((list) => list.scrollLeft);
const centreOf = async (element: Locator) => middleOf((await element.boundingBox())!);

describe('with a mouse', () => {
  beforeAll(() => start('desktop'));
  afterAll(finish);
  beforeEach(open);

  it('a thumbnail of the filmstrip shows its photo', async () => {
    expect(await strip().getByRole('button').count()).toBe(12);
    await visitor.use(thumbnail(7));
    await shows(7);
    expect(await thumbnail(7).getAttribute('aria-current')).toBe('true');
    await waitUntil(() => visitor.path !== address);
    // Near the middle of the window: the strip is a little wider than that.
    expect(Math.abs((await centreOf(thumbnail(7))).x - 450)).toBeLessThan(60);
  });

  it('the filmstrip of a long gallery fits the window, with the shown photo in the middle', async () => {
    await visitor.page.keyboard.press('Escape');
    await viewer().waitFor({ state: 'detached' });
    // Twenty copies of the twelve photos, beside the shown one.
    await visitor.page.route(/\/api\/galleries\/twelve\?/, async (route) => {
      const response = await route.fetch();
      const { photos, ...gallery } = await response.json();
      const copies = Array.from({ length: 20 }, (_, copy) =>
        (photos as { id: number }[]).map((photo) => ({ ...photo, id: photo.id + 1_000 * ((copy + 10) % 20) })),
      );
      await route.fulfill({ json: { ...gallery, photos: copies.flat(), total: 240, next_cursor: null } });
    });
    await visitor.page.reload();
    await openViewer(address, titles[4]);
    await strip().waitFor();

    const current = strip().locator('[aria-current]');
    const { width } = (await strip().boundingBox())!;
    expect(width).toBeLessThanOrEqual(900);
    const distance = async () => Math.abs((await centreOf(current)).x - 450);
    expect(await eventually(distance, (now) => now < 60)).toBeLessThan(60);

    await visitor.page.unrouteAll();
    await visitor.open(address);
    await waitForHydration(visitor.page);
  });

  itAtFullLevel('the wheel scrolls the filmstrip, and zooms nothing', async () => {
    const before = await scrolled();
    const { x, y } = await centreOf(thumbnail(5));
    await visitor.page.mouse.move(x, y);
    await visitor.page.mouse.wheel(0, 120);
    await waitUntil(async () => (await scrolled()) > before);
    expect(await zoomNow()).toBe(100);
  });

  itAtFullLevel('two fingers across on a touchpad turn, and pan a zoomed picture', async () => {
    await visitor.page.mouse.move(450, 250);
    await visitor.page.mouse.wheel(120, 0);
    await shows(6);
    await visitor.page.waitForTimeout(400);
    await visitor.page.mouse.wheel(-120, 0);
    await shows(5);

    for (const key of ['+', '+', '+', '+']) await visitor.page.keyboard.press(key);
    await percentage(200);
    const before = await pictureBox();
    await visitor.page.mouse.wheel(60, 0);
    expect((await pictureBox()).x).toBeCloseTo(before.x - 60, 0);
    await shows(5);
  });

  itAtFullLevel('a pinch on a touchpad zooms the picture over the filmstrip too, and not the page', async () => {
    const { x, y } = await centreOf(thumbnail(5));
    await visitor.page.mouse.move(x, y);
    await visitor.page.keyboard.down('Control');
    for (let times = 0; times < 4; times += 1) await visitor.page.mouse.wheel(0, -20);
    await visitor.page.keyboard.up('Control');
    expect(await eventually(zoomNow, (zoom) => zoom > 150)).toBeLessThan(300);
    expect(await visitor.page.evaluate(() => [visualViewport!.scale, devicePixelRatio])).toEqual([1, 1]);
  });

  itAtFullLevel("Safari's pinch on a touchpad zooms the picture", async () => {
    await viewer().evaluate((dialog) => {
      const stage = dialog.querySelector('[data-transition]')!.parentElement!;
      for (const [type, scale] of [
        ['gesturestart', 1],
        ['gesturechange', 1.6],
        ['gestureend', 1.6],
      ] as const) {
        const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: 450, clientY: 320 });
        stage.dispatchEvent(Object.assign(event, { scale }));
        if (!event.defaultPrevented) throw new Error(`${type} zooms the page`);
      }
    });
    await percentage(160);
  });

  it('a turn needs no request: both neighbours are loaded', async () => {
    const isLoaded = () =>
      viewer()
        .locator('[aria-hidden]:not([data-transition] *) img')
        .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).complete).length);
    await waitUntil(async () => (await isLoaded()) === 2);
    await visitor.page.waitForLoadState('networkidle');
    const before = monitored.requests.length;
    await dragByMouse({ x: 700, y: 320 }, { x: 200, y: 320 });
    await shows(6);
    const shown = await viewer()
      .getByRole('img')
      .first()
      .evaluate((image) => (image as HTMLImageElement).currentSrc);
    expect(monitored.requests.slice(0, before)).toContain(shown);
    // The smallest rendition that is as wide as the picture.
    expect(Number(/(\d+)\.\w+$/.exec(shown)?.[1])).toBeLessThanOrEqual(1_080);
  });
});

describe('by touch', () => {
  let touch: TouchGestures;
  beforeAll(async () => {
    await start('phone');
    touch = await TouchGestures.on(visitor.page);
  });
  afterAll(finish);
  beforeEach(open);

  it('the photo follows the finger, and the neighbour comes in beside it', async () => {
    const before = await pictureBox();
    const end = await touch.hold({ x: 320, y: 420 }, { x: 200, y: 424 });
    expect((await pictureBox()).x).toBeCloseTo(before.x - 120, 0);
    const [neighbour] = await viewer()
      .locator('[aria-hidden] picture')
      .evaluateAll((pictures) => pictures.map((one) => one.getBoundingClientRect().left).filter((left) => left > 0));
    expect(neighbour).toBeLessThan(390);
    await visitor.page.waitForTimeout(150);
    await end();
    await shows(5);
    expect(middleOf(await pictureBox()).x).toBeCloseTo(195, 0);
  });

  itAtFullLevel('a swipe may start on the arrow at the side', async () => {
    const { x, y } = await centreOf(button('Next photo'));
    await touch.drag({ x, y }, { x: 60, y: y + 4 });
    await shows(6);
  });

  itAtFullLevel('a pinch with a finger on the caption zooms the picture, and not the page', async () => {
    const caption = await centreOf(viewer().getByText(titles[4]!, { exact: true }).last());
    await touch.pinch({ x: 195, y: caption.y }, { from: 60, to: 180 });
    expect(await eventually(zoomNow, (zoom) => zoom > 100)).toBeGreaterThan(150);
    expect(await visitor.page.evaluate(() => visualViewport!.scale)).toBe(1);
  });

  itAtFullLevel('the filmstrip scrolls under the finger, and a tap shows a photo', async () => {
    // The controls stay with the information.
    await visitor.page.keyboard.press('i');
    const before = await scrolled();
    const { y } = await centreOf(thumbnail(5));
    await touch.drag({ x: 300, y }, { x: 120, y });
    await waitUntil(async () => (await scrolled()) > before + 100);
    await shows(5);
    await settled();
    // A strip that still moves would take the tap as its stop.
    let last = NaN;
    await waitUntil(async () => last === (last = await scrolled()));
    await touch.tap(await centreOf(thumbnail(8)));
    await shows(8);
    await visitor.page.keyboard.press('i');
  });

  itAtFullLevel('the controls fade after two seconds, also the filmstrip', async () => {
    await opacityIs('0');
    expect(await strip().evaluate((list) => getComputedStyle(list).opacity)).toBe('0');
  });
});

describe('with the keyboard only', () => {
  beforeAll(() => start('desktop', KeyboardVisitor));
  afterAll(finish);
  beforeEach(open);

  it('the filmstrip has one tab stop, and follows the arrows', async () => {
    await (visitor as KeyboardVisitor).goTo(thumbnail(5));
    await visitor.page.keyboard.press('ArrowRight');
    await shows(6);
    expect(await eventually(() => thumbnail(6).evaluate((one) => one === document.activeElement), Boolean)).toBe(true);
    expect(await strip().locator('[tabindex="0"]').count()).toBe(1);
  });

  itAtFullLevel('Home and End show the ends of the gallery', async () => {
    await visitor.page.keyboard.press('End');
    await shows(12);
    await visitor.page.keyboard.press('Home');
    await shows(1);
  });

  itAtFullLevel('I shows and hides the information', async () => {
    const facts = viewer().getByRole('region', { name: 'Information' });
    await visitor.page.keyboard.press('i');
    await facts.getByText(titles[4]!).waitFor();
    await visitor.page.keyboard.press('I');
    await facts.waitFor({ state: 'detached' });
  });
});
