import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { eventually, waitUntil } from '@portfolio/lifecycle/supervisor';
import { middleOf } from '../../src/opened-viewer.ts';
import { IN_MOTION, visit } from '../../src/screens/screens.ts';
import { TouchGestures } from '../../src/touch.ts';
import { Visitor } from '../../src/visitor.ts';
import { browser, site, useSite } from '../../src/demo-site.ts';

const SECOND = 'Three Sisters';

let context: BrowserContext;
let visitor: Visitor;

useSite();

/** View transition, at its start. */
interface Transition {
  /** Pseudo-elements that animate. */
  animated: string[];
  /** Whether the old and the new picture are painted. */
  painted: { old: boolean; new: boolean };
  /** Size and position of the picture at the start and at the end. */
  from: string;
  to: string;
}

/** Runs in the page before its scripts. Records each view transition. */
function recordTransitions(): void {
  const recorded: Transition[] = [];
  Object.assign(globalThis, { recorded });
  const start = Document.prototype.startViewTransition;
  if (!start) return;
  Document.prototype.startViewTransition = function (update) {
    const transition = start.call(this, update);
    transition.ready.then(
      () => {
        const root = document.documentElement;
        const style = (part: string) => getComputedStyle(root, `::view-transition-${part}(photo)`);
        const box = ({ width, height, transform }: CSSStyleDeclaration) => [width, height, transform].join();
        const animations = document
          .getAnimations()
          .map((animation) => ({ animation, name: (animation.effect as KeyframeEffect).pseudoElement ?? '' }))
          .filter(({ name }) => name.startsWith('::view-transition'));
        const isPainted = (part: string) => style(part).display !== 'none' && Number(style(part).opacity) > 0;
        const from = box(style('group'));
        const painted = { old: isPainted('old'), new: isPainted('new') };
        // The last frame, in which both boxes are measured.
        const paused = animations.map(({ animation }) => animation.effect!.getComputedTiming().endTime as number);
        animations.forEach(({ animation }, index) => (animation.currentTime = paused[index]! - 0.01));
        recorded.push({ animated: animations.map(({ name }) => name), painted, from, to: box(style('group')) });
      },
      Function.prototype as () => void,
    );
    return transition;
  };
}

const transitions = () =>
  visitor.page.evaluate(() => (globalThis as unknown as { recorded: Transition[] }).recorded.splice(0));

async function start(reducedMotion: 'reduce' | 'no-preference') {
  context = await visit(browser, 'phone', { reducedMotion });
  visitor = new Visitor(await context.newPage(), site.url);
  await visitor.page.addInitScript(recordTransitions);
  await visitor.open('/gallery/slack-water');
  // A page that takes long to load opens without its picture.
  await visitor.follow(new RegExp(SECOND), SECOND);
  await visitor.page.goBack();
  await visitor.waitForHeading('Slack Water');
  await waitForTransition();
}

/** Waits for the end of the current transition: it records itself, and a drag during it is lost. */
const waitForTransition = () =>
  visitor.page.evaluate(() => document.activeViewTransition?.finished.catch(() => undefined));

const viewer = () => visitor.page.getByRole('dialog');
const openViewer = async () => {
  await visitor.use(visitor.get('button', `View full screen: ${SECOND}`));
  await viewer().waitFor();
};
const dismiss = async () => {
  await waitForTransition();
  const touch = await TouchGestures.on(visitor.page);
  await touch.drag({ x: 195, y: 420 }, { x: 205, y: 720 });
  await viewer().waitFor({ state: 'detached' });
};
const STEPS: [string, () => Promise<void>][] = [
  ['from the tile to its page', () => visitor.follow(new RegExp(SECOND), SECOND)],
  ['from the page to the viewer', openViewer],
  ['from the viewer to the page', dismiss],
  [
    'from the page to the tile',
    async () => {
      await visitor.page.goBack();
      await visitor.waitForHeading('Slack Water');
    },
  ],
];

describe('one picture', () => {
  beforeAll(() => start('no-preference'));
  afterAll(() => context.close());
  beforeEach(() => transitions());

  it.each(STEPS)('grows or shrinks %s, without a second one over it', async (_step, go) => {
    await go();
    const [transition, ...others] = await eventually(transitions, ({ length }) => length > 0);
    expect(others).toEqual([]);
    expect(transition).toMatchObject({ painted: { old: false, new: true } });
    expect(transition!.animated).toContain('::view-transition-group(photo)');
    // Neither of both pictures fades.
    expect(transition!.animated.filter((name) => /(old|new)\(photo\)/.test(name))).toEqual([]);
    expect(transition!.to).not.toEqual(transition!.from);
  });
});

describe('with reduced motion', () => {
  beforeAll(() => start('reduce'));
  afterAll(() => context.close());

  it.each(STEPS)('the picture changes at once %s', async (_step, go) => {
    await go();
    expect(await transitions()).toEqual([]);
  });
});

it('a click during a transition reaches its button', async () => {
  context = await visit(browser, 'phone', IN_MOTION);
  visitor = new Visitor(await context.newPage(), site.url);
  const { page } = visitor;
  await visitor.open('/photo/2');
  await page.evaluate(() => {
    const slow = new CSSStyleSheet();
    slow.replaceSync('::view-transition-group(*), ::view-transition-new(root) { animation-duration: 1min !important }');
    document.adoptedStyleSheets.push(slow);
  });
  await openViewer();
  await waitUntil(() => page.evaluate(() => document.getAnimations().some(({ playState }) => playState === 'running')));
  const { x, y } = middleOf((await viewer().getByRole('button', { name: 'Close' }).boundingBox())!);
  await page.mouse.click(x, y);
  await viewer().waitFor({ state: 'detached' });
  await context.close();
});
