type Area = 'localStorage' | 'sessionStorage';

/** A value in the browser's storage; null without one, or where storage is disabled. */
export function readStorage(area: Area, key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
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
