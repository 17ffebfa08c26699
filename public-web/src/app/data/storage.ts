type Area = 'localStorage' | 'sessionStorage';

/** A value in the browser's storage; null without one, or where storage is disabled. */
export function readStorage(area: Area, key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** A JSON value in the tab's storage; the fallback without one, or if it is broken. */
export function readSessionJson<T>(key: string, fallback: T): T {
  try {
    return JSON.parse(readStorage('sessionStorage', key) ?? '');
  } catch {
    return fallback;
  }
}

/** Saves a value, or removes it for null. Nothing is saved where storage is disabled or full. */
export function writeStorage(area: Area, key: string, value: string | null): void {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
  } catch {
    // The value is lost with the page.
  }
}
