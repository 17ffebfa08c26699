/**
 * Shares a link by the device, or else copies it, or else shows it in a field.
 *
 * @param container of the field
 * @returns `shared` also when the visitor cancelled, or has the device's list open already
 * @throws if the link would need a field and the container has left the document
 */
export async function share(
  link: ShareData & { url: string },
  container: HTMLElement,
): Promise<'shared' | 'copied' | 'shown'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(link);
      return 'shared';
    } catch (error) {
      if (['AbortError', 'InvalidStateError'].includes((error as Error).name)) return 'shared';
    }
  }
  container.querySelector('input')?.remove();
  if (await copy(link.url, container)) return 'copied';
  show(link.url, container);
  return 'shown';
}

function show(link: string, container: HTMLElement) {
  const field = document.createElement('input');
  field.ariaLabel = 'Link to this photo';
  field.readOnly = true;
  field.value = link;
  field.onfocus = () => field.select();
  container.append(field);
  field.focus();
}

async function copy(text: string, container: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    // Another photo is shown: a field would be outside the document.
    if (!container.isConnected) throw error;
    // Without HTTPS there is no Clipboard API.
    const focused = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'visually-hidden';
    container.append(field);
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
