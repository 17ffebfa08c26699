import type { PageState } from './app/render.ts';
import type { AliveEvent } from './wake-signs.ts';

/*
 * The one script that a visit begins with. A page reads and leads on without any, so what brings it to life, most of what
 * there is to download, waits for the first sign that somebody is about to do more than look.
 */

const ALIVE: AliveEvent = 'alive';
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll', 'click', 'popstate'];

let isAwake = false;
/** What was pressed before the page could answer. */
let pressed: HTMLElement | undefined;

function wake(): void {
  if (isAwake) return;
  isAwake = true;
  for (const sign of SIGNS) removeEventListener(sign, wake, true);
  const text = document.querySelector('script[type="application/json"]')?.textContent ?? '{}';
  const { scripts: [first, ...others] = [] } = JSON.parse(text) as Partial<PageState>;
  if (first === undefined) return;
  for (const href of others) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  import(/* @vite-ignore */ first).catch(() => undefined);
}

/** Keeps a press of what only scripts answer; links and forms do without. */
function keep(event: Event): void {
  const button = event.target instanceof Element && event.target.closest('button');
  if (button && button.type !== 'submit') pressed = button;
}

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

addEventListener('click', keep, true);
addEventListener(
  ALIVE,
  () => {
    removeEventListener('click', keep, true);
    if (pressed?.isConnected) pressed.click();
  },
  { once: true },
);
