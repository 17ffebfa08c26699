import { locationAt, type RouteLocation } from './navigation.ts';

/** What this site writes into the browser's history. */
interface Entry {
  key: string;
  state: unknown;
}

const newKey = () => Math.random().toString(36).slice(2);

const entryNow = () => history.state as Partial<Entry> | null;

/** Whether the browser made the present entry by itself, as it does for a first page and a link within one. */
export const isUnnamed = (): boolean => !entryNow()?.key;

/**
 * Writes an address into the history, as a new entry or in place of the present one, which keeps its key.
 *
 * @returns the entry's key; undefined where the browser refuses, as WebKit does after a hundred within half a minute
 */
export function writeEntry(to: string, replace: boolean, state: unknown): string | undefined {
  const key = (replace && entryNow()?.key) || newKey();
  const entry: Entry = { key, state };
  try {
    if (replace) history.replaceState(entry, '', to);
    else history.pushState(entry, '', to);
    return key;
  } catch {
    return undefined;
  }
}

/** The place of the present entry, which gets a key if it has none. */
export function currentLocation(how: RouteLocation['how']): RouteLocation {
  const { pathname, search, hash } = window.location;
  if (isUnnamed()) writeEntry(pathname + search + hash, true, null);
  return locationAt(pathname + search + hash, how, { key: entryNow()?.key ?? '', state: entryNow()?.state ?? null });
}
