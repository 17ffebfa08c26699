import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import type { PageEvent } from '../layout/render.ts';
import {
  addressOf,
  hasViewer,
  locationAt,
  type NavigateOptions,
  type Navigation,
  type RouteLocation,
} from './navigation.ts';
import {
  linkPositionOf,
  restoreScrollPosition,
  saveScrollPosition,
  scrollPositionAt,
  type LinkPosition,
} from './scroll-positions.ts';
import { inTransition, pictureIn, pictureTo } from './transition.ts';

/** Milliseconds before a page that is not loaded yet replaces the old one by its loading state. */
const LOADING_DELAY = 150;

/** State that the site writes into a history entry. */
interface Entry {
  key: string;
  state: unknown;
}

const currentEntry = () => history.state as Partial<Entry> | null;

/** Whether the browser made the entry by itself: for the first page, or a link within a page. */
const isForeignEntry = (): boolean => !currentEntry()?.key;

/**
 * Pushes or replaces a history entry; a replaced one keeps its key.
 *
 * @returns the key; undefined when the browser refuses, as WebKit does after 100 entries within 30 seconds
 */
function writeEntry(to: string, replace: boolean, state: unknown): string | undefined {
  const key = (replace && currentEntry()?.key) || Math.random().toString(36).slice(2);
  const entry: Entry = { key, state };
  try {
    if (replace) history.replaceState(entry, '', to);
    else history.pushState(entry, '', to);
    return key;
  } catch {
    return undefined;
  }
}

/** Location of the present history entry, which gets a key if it has none. */
export function currentLocation(type: RouteLocation['type']): RouteLocation {
  const { pathname, search, hash } = window.location;
  if (isForeignEntry()) writeEntry(pathname + search + hash, true, null);
  const { key = '', state = null } = currentEntry() ?? {};
  return locationAt(pathname + search + hash, type, { key, state });
}

const busyElement = () => document.getElementById('content');

interface Departure {
  link?: LinkPosition | undefined;
  from?: Element | undefined;
  /** Scroll position before the browser moved. */
  scroll?: [number, number];
  /** The browser shows its own transition, as for a swipe back. */
  hasTransition?: boolean;
}

/** Client-side navigation of the window: the address changes at once, the page when the next one is loaded or takes long. */
export class PageChanges {
  /** Location of the address bar; the page follows. */
  private latest: RouteLocation;
  private scrolled: [number, number] = [0, 0];

  /**
   * @param shown location of the present page
   * @param prefetch resolves when a page can be rendered
   * @param show renders the page at a location
   */
  constructor(
    private shown: RouteLocation,
    private readonly prefetch: Navigation['prefetch'],
    private readonly show: (location: RouteLocation) => void,
  ) {
    this.latest = shown;
  }

  navigate = (to: string, { replace = false, state = null, from }: NavigateOptions = {}): void => {
    const isLoading = this.latest !== this.shown;
    // A held key repeats the same navigation.
    if (isLoading && addressOf(this.latest) + this.latest.hash === to) return;
    // An abandoned page leaves no history entry.
    const isUnseen = isLoading && this.latest.type === 'push';
    const type = replace && !isUnseen ? 'replace' : 'push';
    const key = writeEntry(to, replace || isUnseen, state) ?? this.latest.key;
    void this.change(locationAt(to, type, { key, state }), { from, link: from && linkPositionOf(from) });
  };

  /** Follows the browser's history. Returns a function that ends it. */
  listen(): () => void {
    const listeners = new AbortController();
    const { signal } = listeners;
    const takeOver = () => (history.scrollRestoration = 'manual');
    const position = scrollPositionAt(this.shown.key);
    // The browser restores no entry that was left by client-side navigation.
    if (position && history.scrollRestoration === 'manual') restoreScrollPosition(position);
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
        // The browser restores best after a reload, or after a page of another site.
        history.scrollRestoration = 'auto';
      },
      { signal },
    );
    return () => listeners.abort();
  }

  private pop(event: PopStateEvent) {
    // A link within the page: the browser has made an entry and scrolled.
    if (isForeignEntry()) void this.change(currentLocation('push'), { scroll: this.scrolled });
    else void this.change(currentLocation('pop'), { hasTransition: event.hasUAVisualTransition });
  }

  private async change(next: RouteLocation, departure: Departure): Promise<void> {
    this.latest = next;
    const left = addressOf(this.shown);
    const isSame = addressOf(next) === left;
    let isLoaded = true;
    if (isSame) busyElement()?.removeAttribute('aria-busy');
    else {
      busyElement()?.setAttribute('aria-busy', 'true');
      // The page shows the error itself.
      const loaded = this.prefetch(addressOf(next)).catch(() => undefined);
      void loaded.then(() => {
        if (this.latest === next) busyElement()?.removeAttribute('aria-busy');
      });
      const timeout = new Promise<false>((resolve) => setTimeout(resolve, LOADING_DELAY, false));
      isLoaded = await Promise.race([loaded.then(() => true), timeout]);
      if (this.latest !== next) return;
    }
    const commit = () => this.commit(next, departure);
    // The viewer grows out of the page's picture. Turning to another photo has its own animation, or none.
    const opensOrCloses = hasViewer(this.shown) !== hasViewer(next);
    const isPlain = !opensOrCloses && (isSame || next.type === 'replace' || hasViewer(next));
    // A picture that arrives while the old one fades would shine through it.
    if (departure.hasTransition || isPlain || !isLoaded) commit();
    else {
      inTransition(commit, {
        before: () => pictureIn(departure.from) ?? pictureTo(addressOf(next)),
        after: () => pictureTo(left),
      });
    }
  }

  private commit(next: RouteLocation, { link, scroll }: Departure) {
    // A later navigation replaced this one.
    if (this.latest !== next) return;
    saveScrollPosition(this.shown.key, scroll, link);
    const isCovered = hasViewer(this.shown) && hasViewer(next);
    // The photo seen last replaces the page's own entry as soon as the viewer has closed.
    const isBelow = (this.shown.state as { page?: string } | null)?.page === next.key;
    if (!isBelow) dispatchEvent(new Event('navigate' satisfies PageEvent));
    this.shown = next;
    const show = () => this.show(next);
    // A page below the viewer takes its time: a swipe does not wait for it.
    if (isCovered) startTransition(show);
    else flushSync(show);
  }
}
