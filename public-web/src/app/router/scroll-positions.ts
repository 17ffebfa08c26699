/** Where somebody was on a page: how far down, and which link she followed from there. */
export interface ScrollPosition {
  left: number;
  top: number;
  link?: LinkPosition | undefined;
}

/** A link, told from others with the same address by counting them. */
export interface LinkPosition {
  to: string;
  nth: number;
}

const STORE = 'whereabouts';
/** Entries of the history that are remembered: more than anybody goes back. */
const KEPT = 50;

/** Keeps where somebody was, by the keys of the entries in the history, as long as the tab lives. */
const known = new Map<string, ScrollPosition>(read());

export const scrollPositionAt = (key: string): ScrollPosition | undefined => known.get(key);

/** Remembers where somebody is on the page of an entry. Without a link, the one that is known stays. */
export function saveScrollPosition(
  key: string,
  [left, top] = [window.scrollX, window.scrollY],
  link = known.get(key)?.link,
): void {
  known.delete(key);
  known.set(key, { left, top, link });
  const kept = [...known].slice(-KEPT);
  try {
    sessionStorage.setItem(STORE, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing remembers until the next full load.
  }
}

function read(): [string, ScrollPosition][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '[]');
  } catch {
    return [];
  }
}

/** The links of the page to an address of the site. */
export const linksTo = (to: string): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter((link) => link.getAttribute('href') === to);

export function linkPositionOf(link: Element): LinkPosition {
  const to = link.getAttribute('href') ?? '';
  return { to, nth: linksTo(to).indexOf(link as HTMLAnchorElement) };
}

/** The link again, where the page has it. */
export const findLink = ({ to, nth }: LinkPosition): HTMLAnchorElement | undefined => linksTo(to)[nth];
