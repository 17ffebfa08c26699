import { expect } from '@jest/globals';
import type { BrowserContext, Locator } from 'playwright-core';
import { eventually, waitUntil } from '@portfolio/lifecycle/supervisor';
import { browser, site } from './demo-site.ts';
import { openMonitoredPage, type MonitoredPage } from './monitored-page.ts';
import { IN_MOTION, visit } from './screens/screens.ts';
import type { Point } from './touch.ts';
import { Visitor } from './visitor.ts';
import { waitForHydration } from './wait-for-hydration.ts';

export const FIRST = 'The Old Breakwater, Low Tide';
export const SECOND = 'Three Sisters';
export const THIRD = 'Moonrise, Outer Sound';
export const ADDRESS = '/photo/2?gallery=slack-water';

export let context: BrowserContext;
export let monitored: MonitoredPage;
export let visitor: Visitor;

export const viewer = () => visitor.page.getByRole('dialog');
/** The dialog of a photo of the gallery of four. */
export const viewerOf = (place: number, title: string) =>
  visitor.page.getByRole('dialog', { name: `Photo ${place} of 4, ${title}`, exact: true });
export const button = (name: string) => viewer().getByRole('button', { name, exact: true });
export const percentage = (percent: number) => viewer().getByText(`${percent}%`, { exact: true }).waitFor();
export const openButton = (title = SECOND) => visitor.get('button', `View full screen: ${title}`);

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Resolves after view transitions, in which nothing can be touched, and after animations. */
export const settled = () =>
  visitor.page.evaluate(async () => {
    // Its animations start a frame later.
    await document.activeViewTransition?.finished.catch(() => undefined);
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });

/** Box of an element that no longer moves. */
export async function stillBox(element: Locator): Promise<Box> {
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

export const picture = () => viewer().getByRole('img').first();
export const pictureBox = () => stillBox(picture());
export const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
/** The group of the zoom buttons, which fades with all controls. */
const opacity = () =>
  viewer()
    .getByRole('group', { name: 'Zoom' })
    .evaluate((group) => getComputedStyle(group).opacity);
export const opacityIs = (expected: string) =>
  waitUntil(async () => (await opacity()) === expected, { timeoutMs: 10_000 });
export const zoomNow = async () => parseInt((await viewer().locator('output').textContent()) ?? '', 10);
export const scrollTop = () => visitor.page.evaluate(() => scrollY);

/** Moves the mouse in steps, with the button down. */
export async function dragByMouse(from: Point, to: Point, { release = true } = {}) {
  const { mouse } = visitor.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 8 });
  if (release) await mouse.up();
}

export const hasFocus = (target: Locator) =>
  eventually(() => target.evaluate((element) => element.contains(document.activeElement)), Boolean, {
    timeoutMs: 5_000,
  });

export async function start(screen: 'desktop' | 'phone', Person: typeof Visitor = Visitor) {
  context = await visit(browser, screen, {
    ...IN_MOTION,
    ...(screen === 'desktop' && { viewport: { width: 900, height: 640 } }),
  });
  monitored = await openMonitoredPage(context);
  visitor = new Person(monitored.page, site.url);
}

/** Opens the viewer of a photo, unless another test has left its page open. */
export async function openViewer(address = ADDRESS, title = SECOND) {
  if (await viewer().isVisible()) {
    await visitor.page.keyboard.press('Escape');
    await viewer().waitFor({ state: 'detached' });
  }
  if (visitor.path !== address) {
    await visitor.open(address);
    await waitForHydration(visitor.page);
  }
  // A click that a transition intercepts is tried again on a scrolled page.
  await settled();
  await visitor.page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await visitor.use(openButton(title));
  await viewer().waitFor();
  await percentage(100);
  await settled();
}

export async function finish() {
  await context.close();
  expect(monitored.consoleErrors).toEqual([]);
}
