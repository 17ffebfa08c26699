import { useLayoutEffect, useRef, type SyntheticEvent } from 'react';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Element that had the focus before each dialog opened. */
const openers = new WeakMap<Element, Element>();

/**
 * Props of a modal `<dialog>` that is open while it is rendered. Tab stays inside, and focus returns on close.
 * The element marked `data-autofocus` gets the focus, also when it is rendered later.
 *
 * @param onClose called on Escape or the system's back gesture; the owner decides whether the dialog closes
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current!;
    let opener = document.activeElement ?? undefined;
    if (opener) openers.set(dialog, opener);
    dialog.showModal();
    focusFirst(dialog);
    // Toasts move into the dialog, but not in React's tree.
    dialog.addEventListener('keydown', trapFocus);
    return () => {
      dialog.removeEventListener('keydown', trapFocus);
      dialog.close();
      // A dialog below that closes at the same time cannot focus its opener, because this one is still modal.
      while (opener && !opener.isConnected) opener = openers.get(opener.closest('dialog') ?? opener);
      // The browser does this itself unless the element has left the document.
      if (opener instanceof HTMLElement && opener !== document.body) opener.focus();
      else document.querySelector('main')?.focus({ preventScroll: true });
    };
  }, []);
  return {
    ref,
    tabIndex: -1,
    onCancel: (event: SyntheticEvent) => {
      // A file picker inside bubbles `cancel`. Browsers close the dialog after a `cancel` that is not cancelable.
      if (event.target !== ref.current || !event.cancelable) return;
      event.preventDefault();
      onClose();
    },
    onClose: (event: SyntheticEvent) => {
      // Browsers close a dialog at repeated Escapes. It reopens first, so that a question of the owner opens above it.
      if (event.target !== ref.current || ref.current.open) return;
      ref.current.showModal();
      focusFirst(ref.current);
      onClose();
    },
  };
}

/** Focuses the dialog until a marked element exists: its first button would close it. React's autoFocus runs too early. */
function focusFirst(dialog: HTMLElement) {
  const focusMarked = () => {
    const marked = dialog.querySelector<HTMLElement>('[data-autofocus]');
    marked?.focus();
    return marked !== null;
  };
  if (focusMarked()) return;
  dialog.focus();
  const observer = new MutationObserver(() => {
    if (document.activeElement !== dialog || focusMarked()) observer.disconnect();
  });
  observer.observe(dialog, { childList: true, subtree: true });
}

/** Browsers let Tab leave a modal dialog for their own toolbars. */
function trapFocus(event: KeyboardEvent) {
  if (event.key !== 'Tab') return;
  const dialog = event.currentTarget as HTMLDialogElement;
  const chosen = [...dialog.querySelectorAll<HTMLInputElement>('[type=radio]:checked')];
  // Tab reaches only the chosen one of a group of radio buttons.
  const isSkipped = (element: HTMLElement) =>
    element instanceof HTMLInputElement &&
    element.type === 'radio' &&
    !element.checked &&
    chosen.some(({ name, form }) => name === element.name && form === element.form);
  const reachable = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility?.() !== false && !isSkipped(element),
  );
  const [first, last] = [reachable.at(0), reachable.at(-1)];
  const active = document.activeElement;
  // A click beside the controls moves the focus to the dialog.
  if (active !== dialog && active !== (event.shiftKey ? first : last)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
