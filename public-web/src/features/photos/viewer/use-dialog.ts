import { useLayoutEffect, useRef, type KeyboardEvent, type SyntheticEvent } from 'react';

/**
 * A modal dialog that is open as long as it is rendered. What is marked `data-autofocus` has the focus at first.
 *
 * @param onClose somebody wants to leave, by Escape or by the system's way back
 * @returns what the dialog element takes
 */
export function useDialog(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // In this phase the element is still in the document, and so the browser gives the focus back.
    return () => dialog?.close();
  }, []);
  return {
    ref,
    onKeyDown: keepFocusInside,
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      onClose();
    },
    // A browser may close it for good at the second Escape; the owner must hear of that as well.
    onClose: () => {
      if (ref.current && !ref.current.open) onClose();
    },
  };
}

/** A modal dialog alone lets Tab out to the browser's own bars. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Tab') return;
  const reachable = [...event.currentTarget.querySelectorAll<HTMLElement>('button, input')];
  const [first, last] = [reachable.at(0), reachable.at(-1)];
  const active = document.activeElement;
  // A click beside the controls has left the focus with none of them.
  const isNowhere = !reachable.includes(active as HTMLElement);
  if (!isNowhere && active !== (event.shiftKey ? first : last)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
