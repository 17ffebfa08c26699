import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import styles from './toasts.module.css';

/** Milliseconds that a message takes to leave, as in the styles. */
export const TOAST_LEAVING = 240;

/** What is shown of a toast of react-hot-toast. */
export interface ShownToast {
  id: string;
  /** An `error` is read out at once. A `success` lets the pointer through and goes by itself. */
  type: string;
  message: unknown;
  visible: boolean;
}

export interface ToastListProps {
  /** The latest first. */
  toasts: ShownToast[];
  handlers: { startPause: () => void; endPause: () => void };
  onDismiss: (id: string) => void;
  /**
   * The part of the page that is read out when something is added to it. Its parent is the frame, which moves to the dialog on
   * top; the frame is the only child of an element that keeps its place.
   */
  region: HTMLElement;
}

/**
 * The messages that are shown, the latest last, in the dialog on top where one is open. None leaves while the pointer or the
 * focus is on one.
 */
export function ToastList({ toasts, handlers, onDismiss, region }: ToastListProps) {
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog);
  const frame = region.parentElement!;
  const [home] = useState(frame.parentElement!);
  // A modal dialog covers and silences the page around it. What is moved stays the same element, and is not said again.
  useLayoutEffect(() => {
    (dialog ?? home).append(frame);
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
    >
      <p className={styles.message}>{String(message)}</p>
      {type !== 'success' && (
        <button
          type="button"
          className={styles.dismiss}
          aria-label="Dismiss"
          onClick={() => {
            // What goes from under the pointer never sees it leave.
            handlers.endPause();
            onDismiss(id);
          }}
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
  const inOrder = toasts.toReversed();
  const said = inOrder.filter(({ type }) => type !== 'error').map(show);
  const alerts = inOrder.filter(({ type }) => type === 'error').map(show);
  return (
    <>
      {createPortal(said, region)}
      {alerts}
    </>
  );
}

function subscribeToDialogs(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}

/** The dialog that was opened last stands last. */
const topDialog = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? null;
