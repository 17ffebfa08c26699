import styles from './share-button.module.css';

/** What is said of a photo where it is shared. */
export interface Shared {
  title: string;
  text?: string;
  /** The whole address. */
  url: string;
}

/**
 * Hands a link to the device, or else copies it, or else shows it, ready to be copied by hand.
 *
 * @param near where a field may stand: within the dialog, if one is open
 * @returns `shared` also when somebody thought better of it
 */
export async function share(what: Shared, near: HTMLElement): Promise<'shared' | 'copied' | 'shown'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(what);
      return 'shared';
    } catch (error) {
      if ((error as Error).name === 'AbortError') return 'shared';
    }
  }
  near.querySelector('input')?.remove();
  if (await copy(what.url, near)) return 'copied';
  show(what.url, near);
  return 'shown';
}

function show(link: string, near: HTMLElement) {
  const field = document.createElement('input');
  field.className = styles.link ?? '';
  field.ariaLabel = 'Link to this photo';
  field.readOnly = true;
  field.value = link;
  field.onfocus = () => field.select();
  near.append(field);
  field.focus();
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
