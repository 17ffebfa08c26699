import type { PageState } from './app/layout/render.ts';
import type { HydratedEvent, LostEvent } from './hydration-events.ts';

/*
 * The one script that a visit begins with. A page reads and leads on without any, so what brings it to life, most of what
 * there is to download, waits for the first sign that somebody is about to do more than look.
 */

const ALIVE: HydratedEvent = 'alive';
const LOST: LostEvent = 'lost';
const FIELDS = 'input, textarea, select';
const PRESSES = ['click', 'keydown'];
const TOUCHES = ['pointerdown', 'pointerup', 'pointercancel'] as const;
const SIGNS = [...PRESSES, 'pointermove', 'pointerdown', 'focusin', 'scroll', 'popstate'];

let isAwake = false;
/** What was asked for has not come: the line is away, or the site has been renewed since this page was made. */
let isLost = false;
/** Does what was pressed last before the page could answer. */
let missed: (() => void) | undefined;
/** The finger on the photo: where it came down, and where it left. */
let touch: PointerEvent[] = [];

function wake(sign?: Event & Partial<PointerEvent>): void {
  // Browsers tell of a pointer that rests where the page has come to lie under it.
  if (isAwake || (sign?.movementX === 0 && sign.movementY === 0 && sign.type === 'pointermove')) return;
  isAwake = true;
  for (const sign of SIGNS) removeEventListener(sign, wake, true);
  const text = document.querySelector('script[type="application/json"]')?.textContent ?? '{}';
  const { scripts: [first, ...others] = [] } = JSON.parse(text) as Partial<PageState>;
  if (first === undefined) return;
  for (const href of others) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  import(/* @vite-ignore */ first).catch(lose);
}

/** The page goes on as it would with no scripts; whoever presses what needs them gets the page as it is now. */
function lose(): void {
  isLost = true;
  content()?.removeAttribute('aria-busy');
  if (missed) startAgain();
}

function startAgain(): void {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  const hasText = [...fields].some(({ value, defaultValue }) => value !== defaultValue);
  if (navigator.onLine && !hasText) location.reload();
}

/** Keeps a press of what only scripts answer: links and forms do without, and fields keep what is typed. */
function keep(event: Event & Partial<KeyboardEvent>): void {
  const { target, key, type, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || ctrlKey || altKey || metaKey || shiftKey) return;
  const button = target.closest('button');
  if (type === 'keydown' && (key === 'ArrowLeft' || key === 'ArrowRight') && !target.closest(FIELDS)) {
    missed = () => target.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
  } else if (type === 'click' && button && button.type !== 'submit') {
    missed = () => button.click();
  } else return;
  // Who comes to life within this very press would answer it as well.
  event.stopPropagation();
  if (isLost) startAgain();
  else content()?.setAttribute('aria-busy', 'true');
}

/** Queues a swipe over the photo. A second finger zooms, and one that goes up or down scrolls: the browser does both. */
function keepTouch(event: PointerEvent): void {
  const { type, target, isPrimary, pointerType } = event;
  if (pointerType !== 'touch' || !(target instanceof Element) || !target.closest('[data-carried]')) return;
  if (type === 'pointercancel' || !isPrimary) touch = [];
  else if (type === 'pointerdown') touch = [event];
  else if (touch.push(event) > 1) {
    missed = replayTouch;
    if (isLost) startAgain();
    else content()?.setAttribute('aria-busy', 'true');
  }
}

/** A finger that is still down goes on with what is there by then. */
function replayTouch(): void {
  for (const event of touch) event.target?.dispatchEvent(new PointerEvent(event.type, event));
}

/** Who types has turned to something else than what was pressed. */
function forget(): void {
  missed = undefined;
  touch = [];
}

const content = () => document.getElementById('content');

/** Somebody who goes on through the site, comes back to it, or has left something here that only scripts bring back. */
function hasBegun(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  try {
    if (localStorage.length > 0 || sessionStorage.length > 0) return true;
  } catch {
    // A browser that keeps nothing.
  }
  return (
    load?.type !== 'navigate' ||
    history.state !== null ||
    new URLSearchParams(location.search).has('sent') ||
    document.referrer.startsWith(`${location.origin}/`)
  );
}

if (hasBegun()) wake();
else for (const sign of SIGNS) addEventListener(sign, wake, { capture: true, passive: true });

for (const press of PRESSES) addEventListener(press, keep, true);
for (const type of TOUCHES) addEventListener(type, keepTouch, true);
addEventListener('input', forget, true);
addEventListener(LOST, lose, { once: true });
addEventListener(
  ALIVE,
  () => {
    for (const press of PRESSES) removeEventListener(press, keep, true);
    for (const type of TOUCHES) removeEventListener(type, keepTouch, true);
    removeEventListener('input', forget, true);
    content()?.removeAttribute('aria-busy');
    (missed ?? replayTouch)();
  },
  { once: true },
);
