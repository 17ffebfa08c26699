import { beforeAll, it } from '@jest/globals';
import type { EnginePage } from '../../src/engines/engine-page.ts';
import { JOURNEY_TIMEOUT_MS, describeEngines } from '../../src/engines/engines.ts';
import { FIRST_START_MS, Site } from '../../src/site/site.ts';

const TITLES = ['The Old Breakwater, Low Tide', 'Three Sisters', 'Moonrise, Outer Sound', 'Squall Line'];
const MIDDLE = { x: 0, y: 0 };
/** Beside the picture of a zoom of 50 %. */
const BESIDE = { x: -500, y: -250 };

let site: Site | undefined;

const shows = (page: EnginePage, place: number) => page.waitFor('dialog', `Photo ${place} of 4, ${TITLES[place - 1]}`);
const isClosed = (page: EnginePage) => page.waitForRemoval('dialog', /^Photo/);

/** Also while the controls are faded. */
const isZoomed = (page: EnginePage, percent: number) =>
  page.waitUntil(`document.querySelector('dialog output').textContent === '${percent}%'`);

async function openViewer(page: EnginePage): Promise<void> {
  await page.click('button', `View full screen: ${TITLES[1]}`);
  await shows(page, 2);
  await page.waitForCover('dialog', /^Photo/);
  // No view transition, in which nothing can be touched.
  await page.waitUntil(`document.getAnimations().every(({ playState }) => playState !== 'running')`);
}

/** Position and zoom of the picture. */
const PICTURE = `new DOMMatrix(getComputedStyle(document.querySelector('dialog [data-transition]')).transform)`;

/** Dispatches an event of a touchpad on the picture. @param scale of Safari's gesture events */
const dispatch = (page: EnginePage, type: string, init: WheelEventInit = {}, scale = 1) =>
  page.waitUntil(`[document.querySelector('dialog [data-transition]').parentElement.dispatchEvent(Object.assign(
    new WheelEvent('${type}', { bubbles: true, cancelable: true, clientX: innerWidth / 2, clientY: innerHeight / 2,
      ...${JSON.stringify(init)} }), { scale: ${scale} }))]`);

describeEngines((openEngine, name) => {
  beforeAll(async () => {
    site ??= await Site.demo();
  }, FIRST_START_MS);

  // WebKitWebDriver has one pointer, a mouse, and turns its wheel back again.
  const isLimited = name === 'WebKit';
  const wheel = (page: EnginePage, { x, y }: { x: number; y: number }, ctrlKey = false) =>
    isLimited
      ? dispatch(page, 'wheel', { deltaX: x, deltaY: y, ctrlKey })
      : page.input.wheel(MIDDLE, { x, y }, ctrlKey);
  const pinchToDouble = async (page: EnginePage) => {
    if (!isLimited) {
      await page.input.touch(
        [
          { x: -50, y: 0 },
          { x: -100, y: 0 },
        ],
        [
          { x: 50, y: 0 },
          { x: 100, y: 0 },
        ],
      );
      return;
    }
    await dispatch(page, 'gesturestart');
    await dispatch(page, 'gesturechange', {}, 2);
    await dispatch(page, 'gestureend', {}, 2);
  };

  /** Repeats taps that a busy browser delivers too slowly for a double tap, which has 350 ms from event to event. */
  const doubleTap = async (page: EnginePage) => {
    const listen = ['pointerdown', 'pointerup'].map(
      (type) => `addEventListener('${type}', ({ timeStamp }) => window.times.push(timeStamp), true)`,
    );
    await page.isTrue(`window.times ?? [(window.times = []), ${listen.join()}]`);
    do await page.input.tap(MIDDLE, 2);
    while (await page.isTrue(`window.times.slice(-4).some((time, index, all) => time - all[index - 1] >= 350)`));
  };

  const open = async () => {
    const page = await openEngine(site!.url);
    await page.open('/photo/2?gallery=slack-water');
    await openViewer(page);
    return page;
  };

  it(
    'the viewer has its keys',
    async () => {
      const page = await open();
      const { input } = page;
      await input.press('ArrowRight');
      await shows(page, 3);
      // Home and End need the list.
      await page.waitUntil(`performance.getEntriesByType('resource').some(({ name }) => name.endsWith('?limit=60'))`);
      await input.press('Home');
      await shows(page, 1);
      await input.press('End');
      await shows(page, 4);
      await input.press('ArrowLeft');
      await shows(page, 3);

      for (const percent of [125, 150]) {
        await input.press('+');
        await isZoomed(page, percent);
      }
      await input.press('ArrowDown');
      await page.waitUntil(`${PICTURE}.f < -50`);
      await shows(page, 3);
      await input.press('-');
      await isZoomed(page, 125);
      await input.press('0');
      await isZoomed(page, 100);

      await input.press('i');
      await page.waitFor('region', 'Information');
      await input.press('i');
      await page.waitForRemoval('region', 'Information');
      await input.press(' ');
      await page.waitFor('button', 'Pause slideshow');
      await shows(page, 4);
      await input.press(' ');
      await page.waitFor('button', 'Start slideshow');
      await page.waitUntil(`document.querySelector('dialog').hasAttribute('data-idle')`);
      await input.press('Escape');
      await isClosed(page);
      await page.waitForHeading(TITLES[3]!);
    },
    JOURNEY_TIMEOUT_MS,
  );

  it(
    'the viewer follows a mouse and a touchpad',
    async () => {
      const page = await open();
      const { input } = page;
      await wheel(page, { x: 0, y: -100 });
      await isZoomed(page, 125);
      await wheel(page, { x: 0, y: -20 }, true);
      await isZoomed(page, 153);
      await input.drag(MIDDLE, { x: 0, y: 90 });
      await page.waitUntil(`${PICTURE}.f > 40`);
      await shows(page, 2);
      await input.press('0');
      await isZoomed(page, 100);
      await wheel(page, { x: 120, y: 0 });
      await shows(page, 3);
      await input.drag(MIDDLE, { x: 500, y: 0 });
      await shows(page, 2);

      for (const percent of [75, 50]) {
        await input.press('-');
        await isZoomed(page, percent);
      }
      await input.click(BESIDE);
      await isClosed(page);
      await openViewer(page);
      await input.drag(MIDDLE, { x: 0, y: 300 });
      await isClosed(page);
    },
    JOURNEY_TIMEOUT_MS,
  );

  it(
    'the viewer follows fingers',
    async () => {
      const page = await open();
      const { input } = page;
      await input.touch([
        { x: 300, y: 0 },
        { x: -300, y: 0 },
      ]);
      await shows(page, 3);
      await input.touch([
        { x: -300, y: 0 },
        { x: 300, y: 0 },
      ]);
      await shows(page, 2);
      await pinchToDouble(page);
      await isZoomed(page, 200);
      await doubleTap(page);
      await isZoomed(page, 100);
      await doubleTap(page);
      await isZoomed(page, 200);
      await doubleTap(page);
      await isZoomed(page, 100);
      if (!isLimited) {
        await page.waitUntil(`document.querySelector('dialog').hasAttribute('data-idle')`);
        await input.tap(MIDDLE);
        await page.waitUntil(`!document.querySelector('dialog').hasAttribute('data-idle')`);
      }
      await input.touch([MIDDLE, { x: 0, y: 300 }]);
      await isClosed(page);
      await page.waitForHeading(TITLES[1]!);
    },
    JOURNEY_TIMEOUT_MS,
  );
});
