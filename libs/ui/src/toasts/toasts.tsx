import { useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './toasts.module.css';

/** Same as the transition in toasts.module.css. */
export const TOAST_FADE_OUT_MS = 240;

/** The properties used of a toast of react-hot-toast. */
export interface ShownToast {
  id: string;
  /** An `error` is announced at once. A `success` has no button and ignores the pointer. */
  type: string;
  /** A text, or one with a button. */
  message: unknown;
  visible: boolean;
}

interface ToastListProps {
  /** Latest first. */
  toasts: ShownToast[];
  /** The timers pause while the pointer or the focus is on a toast. */
  handlers: { startPause: () => void; endPause: () => void };
  onDismiss: (id: string) => void;
  /** Live region of a `ToastFrame`. */
  region: HTMLElement;
}

/** Toasts in the top layer, the latest last. */
export function ToastList({ toasts, handlers, onDismiss, region }: ToastListProps) {
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog);
  const frame = region.parentElement!;
  const [home] = useState(frame.parentElement!);
  // A modal dialog makes the page around it inert, so the frame moves into the dialog.
  useLayoutEffect(() => {
    (dialog ?? home).append(frame);
    // Moving an element closes its popover. Older browsers have none: there the frame is a fixed element.
    frame.showPopover?.();
    return () => home.append(frame);
  }, [dialog, frame, home]);
  const show = ({ id, type, message, visible }: ShownToast) => (
    <div
      key={id}
      role={type === 'error' ? 'alert' : undefined}
      className={styles.toast}
      data-alert={type === 'error' || undefined}
      data-passing={type === 'success' || undefined}
      data-leaving={!visible || undefined}
      onPointerEnter={handlers.startPause}
      onPointerLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
      // Browsers send no `pointerleave` for a toast that its button removes.
      onClickCapture={handlers.endPause}
    >
      <p className={styles.message}>{message as ReactNode}</p>
      {type !== 'success' && (
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={() => onDismiss(id)}>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
  const inOrder = toasts.toReversed();
  return (
    <>
      {createPortal(inOrder.filter(({ type }) => type !== 'error').map(show), region)}
      {inOrder.filter(({ type }) => type === 'error').map(show)}
    </>
  );
}

function subscribeToDialogs(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}

/** The dialog opened last is the last in the document. */
const topDialog = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? null;
