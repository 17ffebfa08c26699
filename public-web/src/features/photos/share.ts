/** What is said of a photo where it is shared. */
export interface Shared {
  title: string;
  text?: string;
  /** The whole address. */
  url: string;
}

/**
 * Hands a link to the device, or else copies it.
 *
 * @param near where a field may stand for a moment: within the dialog, if one is open
 * @returns `shared` also when somebody thought better of it; `refused` where the browser does neither
 */
export async function share(what: Shared, near: HTMLElement): Promise<'shared' | 'copied' | 'refused'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(what);
      return 'shared';
    } catch (error) {
      if ((error as Error).name === 'AbortError') return 'shared';
    }
  }
  return (await copy(what.url, near)) ? 'copied' : 'refused';
}

async function copy(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers keep the clipboard from pages that came without encryption. The old way is open to all.
    const focused = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'visually-hidden';
    near.append(field);
    field.focus({ preventScroll: true });
    field.select();
    try {
      return document.execCommand('copy');
    } catch {
      return false;
    } finally {
      field.remove();
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    }
  }
}
