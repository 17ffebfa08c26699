import { flushSync } from 'react-dom';
import { isUnnamed, currentLocation, writeEntry } from './history-entry.ts';
import { addressOf, locationAt, type NavigateOptions, type RouteLocation } from './navigation.ts';
import type { Prefetch } from './prefetch.ts';
import { returnTo } from './return-to.ts';
import { inTransition, pictureIn, pictureTo } from './transition.ts';
import { linkPositionOf, saveScrollPosition, scrollPositionAt, type LinkPosition } from './scroll-positions.ts';

/** Milliseconds for which the page that is left stays, while the next one is on its way; then the next shows that it waits. */
const PATIENCE = 150;

/** The element that says that a page is on its way. */
const busyElement = () => document.getElementById('content');

/** The page changes under the viewer, or catches up with it: what is seen has no part in that. */
const isUnderViewer = (shown: RouteLocation, next: RouteLocation) =>
  next.how === 'replace' || (shown.state as { viewer?: boolean } | null)?.viewer === true;

interface Departure {
  link?: LinkPosition | undefined;
  from?: Element | undefined;
  /** How far down the page one was, where the browser has moved on already. */
  scroll?: [number, number];
  /** The browser shows a transition of its own, as for a swipe back. */
  isShown?: boolean;
}

/** Changes from page to page in the browser's window: the address at once, the page when the next one is there. */
export class PageChanges {
  /** Where the address says that one is; the page follows. */
  private latest: RouteLocation;
  /** Where the page was scrolled to when it was last painted. */
  private scrolled: [number, number] = [0, 0];

  /**
   * @param shown the place of the page that is there
   * @param prepare starts to fetch a page; resolves when it can be shown
   * @param show shows the page of a place
   */
  constructor(
    private shown: RouteLocation,
    private readonly prepare: Prefetch,
    private readonly show: (place: RouteLocation) => void,
  ) {
    this.latest = shown;
  }

  go = (to: string, { replace = false, state = null, from }: NavigateOptions = {}): void => {
    const isOnItsWay = this.latest !== this.shown;
    // A key that is held asks for the same page again and again.
    if (isOnItsWay && addressOf(this.latest) + this.latest.hash === to) return;
    // A page that was given up before it was shown leaves no trace in the history.
    const isUnseen = isOnItsWay && this.latest.how === 'push';
    const how = replace && !isUnseen ? 'replace' : 'push';
    const key = writeEntry(to, replace || isUnseen, state) ?? this.latest.key;
    void this.change(locationAt(to, how, { key, state }), { from, link: from && linkPositionOf(from) });
  };

  /** Follows the history, and keeps where one was. Returns what ends it. */
  listen(): () => void {
    const listeners = new AbortController();
    const { signal } = listeners;
    const takeOver = () => (history.scrollRestoration = 'manual');
    const where = scrollPositionAt(this.shown.key);
    // An entry that was left in the course of a visit is one whose place the browser does not restore.
    if (where && history.scrollRestoration === 'manual') returnTo(where, false);
    takeOver();

    window.addEventListener('popstate', (event) => this.pop(event), { signal });
    window.addEventListener('scroll', () => (this.scrolled = [window.scrollX, window.scrollY]), {
      passive: true,
      signal,
    });
    window.addEventListener('pageshow', takeOver, { signal });
    window.addEventListener(
      'pagehide',
      () => {
        saveScrollPosition(this.shown.key);
        // For a reload, and for the way back from elsewhere, the browser does it best.
        history.scrollRestoration = 'auto';
      },
      { signal },
    );
    return () => listeners.abort();
  }

  private pop(event: PopStateEvent) {
    // A link within the page that the browser followed by itself: a new entry, and the page has moved.
    if (isUnnamed()) void this.change(currentLocation('push'), { scroll: this.scrolled });
    else void this.change(currentLocation('pop'), { isShown: event.hasUAVisualTransition });
  }

  private async change(next: RouteLocation, departure: Departure): Promise<void> {
    this.latest = next;
    if (addressOf(next) === addressOf(this.shown)) {
      busyElement()?.removeAttribute('aria-busy');
      this.commit(next, departure);
      return;
    }
    busyElement()?.setAttribute('aria-busy', 'true');
    // The page itself says what is wrong with it.
    const whole = this.prepare(addressOf(next)).catch(() => undefined);
    void whole.then(() => {
      if (this.latest === next) busyElement()?.removeAttribute('aria-busy');
    });
    await Promise.race([whole, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);

    if (this.latest !== next) return;
    const left = addressOf(this.shown);
    const commit = () => this.commit(next, departure);
    if (departure.isShown || isUnderViewer(this.shown, next)) commit();
    else {
      inTransition(commit, {
        before: () => pictureIn(departure.from) ?? pictureTo(addressOf(next)),
        after: () => pictureTo(left),
      });
    }
  }

  private commit(next: RouteLocation, { link, scroll }: Departure) {
    // Another one has been asked for since.
    if (this.latest !== next) return;
    saveScrollPosition(this.shown.key, scroll, link);
    this.shown = next;
    flushSync(() => this.show(next));
  }
}
