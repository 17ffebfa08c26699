import type { PageEvent, PageState } from './app/layout/render.ts';

/*
 * The only script file that a page loads at first. It loads the others at the first interaction, queues clicks, and replays
 * the last one after hydration. Links and forms work without it. It also counts views.
 */

const FIELDS = 'input, textarea, select';
const PHOTO = '[data-transition]';
const PRESSES = ['click', 'keydown'];
const TOUCHES = ['pointerdown', 'pointerup', 'pointercancel'] as const;
const EVENTS = [...PRESSES, 'pointermove', 'pointerdown', 'focusin', 'scroll', 'popstate'];

/** Neither a reload nor Back or Forward. */
const isNew = (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'navigate';

/** Path of the last counted view. */
let counted = '';
let isLoading = false;
/** The scripts cannot be loaded: the browser is offline, or a new release has removed them. */
let hasFailed = false;
/** Repeats the last click, key or swipe. */
let replay: (() => void) | undefined;
/** Events of one finger on the photo. */
let touch: PointerEvent[] = [];

function load(event?: Event & Partial<PointerEvent>): void {
  // Browsers send `pointermove` for a resting pointer when a page opens under it.
  if (isLoading || (event?.movementX === 0 && event.movementY === 0 && event.type === 'pointermove')) return;
  isLoading = true;
  for (const type of EVENTS) removeEventListener(type, load, true);
  const text = document.querySelector('script[type="application/json"]')?.textContent ?? '{}';
  const { scripts: [first, ...others] = [] } = JSON.parse(text) as Partial<PageState>;
  if (first === undefined) return;
  for (const href of others) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  import(/* @vite-ignore */ first).catch(fail);
}

/** Stops hydration. A click reloads the page, unless the browser is offline or a field has unsent text. */
function fail(): void {
  hasFailed = true;
  content()?.removeAttribute('aria-busy');
  if (replay) reload();
}

function reload(): void {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  const hasText = [...fields].some(({ value, defaultValue }) => value !== defaultValue);
  if (navigator.onLine && !hasText) location.reload();
}

/** Queues a click on a button, or an arrow key on a page with a photo. */
function queue(event: Event & Partial<KeyboardEvent>): void {
  const { target, key, type, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || ctrlKey || altKey || metaKey || shiftKey) return;
  const button = target.closest('button');
  const isArrow = key === 'ArrowLeft' || key === 'ArrowRight';
  if (type === 'keydown' && isArrow && !target.closest(FIELDS) && document.querySelector(PHOTO)) {
    replay = () => target.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
  } else if (type === 'click' && button && button.type !== 'submit') {
    replay = () => button.click();
  } else return;
  // Handlers hydrated within this very event would run twice.
  event.stopPropagation();
  showBusy();
}

function showBusy(): void {
  if (hasFailed) reload();
  else content()?.setAttribute('aria-busy', 'true');
}

/** Queues a swipe over the photo. Zoom and scrolling are the browser's own. */
function queueTouch(event: PointerEvent): void {
  const { type, target, isPrimary, pointerType } = event;
  if (pointerType !== 'touch' || !(target instanceof Element) || !target.closest(PHOTO)) return;
  if (type === 'pointercancel' || !isPrimary) touch = [];
  else if (type === 'pointerdown') touch = [event];
  else if (touch.push(event) > 1) {
    replay = replayTouch;
    showBusy();
  }
}

/** Also replays a touch that has not ended. */
function replayTouch(): void {
  for (const event of touch) event.target?.dispatchEvent(new PointerEvent(event.type, event));
}

/** Drops the queued click, key or swipe when the visitor types. */
function clear(): void {
  replay = undefined;
  touch = [];
}

const content = () => document.getElementById('content');

/** Counts a view, the first one of a visit with the host that led to it. The administrator, who has a token, does not count. */
function countView(event?: Event): void {
  if (counted === location.pathname) return;
  counted = location.pathname;
  try {
    if (localStorage.token) return;
  } catch {
    // Storage is disabled.
  }
  const from = (!event && isNew && document.referrer.split('/')[2]) || '';
  // The server ignores the site's own host. An image would delay the load event.
  fetch(`/api/views?page=${counted.replace(/[&+]/g, encodeURIComponent)}&from=${from}`, { keepalive: true }).catch(
    () => undefined,
  );
}

/**
 * Whether to load at once: after a link within the site, Back, Forward, a reload or a sent form, at a fragment, or with data
 * in storage.
 */
function isReturning(): boolean {
  try {
    if (localStorage.length > 0 || sessionStorage.length > 0) return true;
  } catch {
    // Storage is disabled.
  }
  return (
    !isNew ||
    history.state !== null ||
    // Its photo may be in a later part of the gallery.
    location.hash !== '' ||
    new URLSearchParams(location.search).has('sent') ||
    document.referrer.startsWith(`${location.origin}/`)
  );
}

if (isReturning()) load();
else for (const type of EVENTS) addEventListener(type, load, { capture: true, passive: true });

for (const press of PRESSES) addEventListener(press, queue, true);
for (const type of TOUCHES) addEventListener(type, queueTouch, true);
addEventListener('input', clear, true);
addEventListener('navigate' satisfies PageEvent, countView);
addEventListener('hydration-failed' satisfies PageEvent, fail, { once: true });
addEventListener(
  'hydrated' satisfies PageEvent,
  () => {
    for (const press of PRESSES) removeEventListener(press, queue, true);
    for (const type of TOUCHES) removeEventListener(type, queueTouch, true);
    removeEventListener('input', clear, true);
    content()?.removeAttribute('aria-busy');
    (replay ?? replayTouch)();
  },
  { once: true },
);

// The server ignores views of a page while it is prerendered. TypeScript lacks the property.
const { prerendering } = document as Document & { prerendering?: boolean };
if (prerendering) document.addEventListener('prerenderingchange', () => countView(), { once: true });
else countView();
