import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { toast, useToaster, type Toast as Shown } from 'react-hot-toast/headless';
import { TOAST_TIME, type Toast } from '../toasts.tsx';
import styles from '../toasts.module.css';

/** Milliseconds that a message takes to leave, as in the styles. */
const LEAVING = 240;

/** Adds a message to those that are shown. */
export function say({ message, isAlert }: Toast): void {
  toast(message, {
    duration: TOAST_TIME,
    removeDelay: LEAVING,
    ...(isAlert ? { ariaProps: { role: 'alert', 'aria-live': 'assertive' } } : {}),
  });
}

const isAlert = ({ ariaProps }: Shown) => ariaProps.role === 'alert';

/**
 * The messages that are shown, the latest last. None leaves while the pointer or the focus is on one.
 *
 * @param region the part of the page that is read out when something is added to it
 */
export function ToastList({ region }: { region: HTMLElement }) {
  const { toasts, handlers } = useToaster();
  const dialog = useOpenDialog();
  const show = (shown: Shown) => (
    <div
      key={shown.id}
      role={isAlert(shown) ? 'alert' : undefined}
      className={styles.toast}
      data-alert={isAlert(shown) || undefined}
      data-leaving={!shown.visible || undefined}
      onPointerEnter={handlers.startPause}
      onPointerLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      <p className={styles.message}>{String(shown.message)}</p>
      <button
        type="button"
        className={styles.dismiss}
        aria-label="Dismiss"
        onClick={() => {
          // What goes from under the pointer never sees it leave.
          handlers.endPause();
          toast.dismiss(shown.id);
        }}
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
  const inOrder = toasts.toReversed();
  const said = inOrder.filter((one) => !isAlert(one)).map(show);
  const alerts = inOrder.filter(isAlert).map(show);
  if (!dialog) {
    return (
      <>
        {createPortal(said, region)}
        {alerts}
      </>
    );
  }
  // A modal dialog covers and silences the page around it.
  return createPortal(
    <div className={styles.toasts}>
      <div role="status" className={styles.list}>
        {said}
      </div>
      {alerts}
    </div>,
    dialog,
  );
}

const whenOneCloses = (listener: () => void) => {
  document.addEventListener('close', listener, true);
  return () => document.removeEventListener('close', listener, true);
};

/** The dialog that is open over the page; null without one. */
const useOpenDialog = () => useSyncExternalStore(whenOneCloses, () => document.querySelector('dialog[open]'));
