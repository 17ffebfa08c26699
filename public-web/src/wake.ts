import type { PageState } from './app/render.ts';
import type { AliveEvent } from './wake-signs.ts';

/*
 * The one script that a visit begins with. A page reads and leads on without any, so what brings it to life, most of what
 * there is to download, waits for the first sign that somebody is about to do more than look.
 */

const ALIVE: AliveEvent = 'alive';
const PRESSES = ['click', 'keydown'];
const SIGNS = [...PRESSES, 'pointermove', 'pointerdown', 'focusin', 'scroll', 'popstate'];

let isAwake = false;
/** Does what was pressed last before the page could answer. */
let missed: (() => void) | undefined;

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
  // Without it the page goes on as it would with no scripts.
  import(/* @vite-ignore */ first).catch(() => content()?.removeAttribute('aria-busy'));
}

/** Keeps a press of what only scripts answer: links and forms do without, and fields keep what is typed. */
function keep({ target, key, type }: Event & { key?: string }): void {
  if (!(target instanceof Element)) return;
  const button = target.closest('button');
  if (type === 'keydown' && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    missed = () => target.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
  } else if (type === 'click' && button && button.type !== 'submit') {
    missed = () => button.click();
  } else return;
  content()?.setAttribute('aria-busy', 'true');
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
addEventListener(
  ALIVE,
  () => {
    for (const press of PRESSES) removeEventListener(press, keep, true);
    content()?.removeAttribute('aria-busy');
    missed?.();
  },
  { once: true },
);
