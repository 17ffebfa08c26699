import {
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
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

/** Toasts in the top layer: errors last, the latest last in each group. */
export function ToastList({ toasts, handlers, onDismiss, region }: ToastListProps) {
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog);
  const frame = region.parentElement!;
  const [home] = useState(frame.parentElement!);
  // A modal dialog makes the page around it inert, so the frame moves into the dialog.
  useLayoutEffect(() => {
    (dialog ?? home).append(frame);
    // Moving an element closes its popover. Older browsers have none: there the frame is a fixed element.
    frame.showPopover?.();
    // An element that fills the screen is put above the frame. Moving that would take the focus from its buttons.
    const raise = () => {
      frame.hidePopover?.();
      frame.showPopover?.();
    };
    document.addEventListener('fullscreenchange', raise);
    return () => {
      document.removeEventListener('fullscreenchange', raise);
      home.append(frame);
    };
  }, [dialog, frame, home]);
  /** Id of the toast under the pointer. */
  const hovered = useRef<string>(null);
  const isPaused = useRef(false);
  /** Element that had the focus before the toasts. */
  const opener = useRef<HTMLElement>(null);
  // react-hot-toast has one pause for all toasts: a second start would discard the time since the first.
  const setPaused = (paused: boolean) => {
    if (paused === isPaused.current) return;
    isPaused.current = paused;
    (paused ? handlers.startPause : handlers.endPause)();
  };
  const onPointerEnter = (id: string) => {
    hovered.current = id;
    setPaused(true);
  };
  const onPointerLeave = () => {
    hovered.current = null;
    if (!frame.contains(document.activeElement)) setPaused(false);
  };
  const onFocus = ({ relatedTarget }: FocusEvent<HTMLElement>) => {
    // A return to the window has no related target.
    if (relatedTarget && !frame.contains(relatedTarget)) opener.current = relatedTarget as HTMLElement;
    setPaused(true);
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (frame.contains(relatedTarget)) return;
    // A change of window leaves the element active.
    if (!frame.contains(document.activeElement)) opener.current = null;
    if (!hovered.current) setPaused(false);
  };
  // Browsers send neither `pointerleave` nor `blur` for a toast that is removed, such as one that was already fading out.
  useLayoutEffect(() => {
    if (!toasts.some(({ id }) => id === hovered.current)) hovered.current = null;
    if (frame.contains(document.activeElement)) return;
    if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true });
    opener.current = null;
    if (!hovered.current) setPaused(false);
  });
  const onClick = ({ target }: MouseEvent) => {
    if (!(target as Element).closest('button')) return;
    // The pointer stays over a toast that fades out.
    hovered.current = null;
    setPaused(false);
    if (!frame.contains(document.activeElement)) return;
    opener.current?.focus({ preventScroll: true });
    // The opener has left the document or is inert.
    if (frame.contains(document.activeElement)) {
      (dialog ?? document.querySelector('main'))?.focus({ preventScroll: true });
    }
  };
  const show = ({ id, type, message, visible }: ShownToast) => (
    <div
      key={id}
      role={type === 'error' ? 'alert' : undefined}
      className={styles.toast}
      data-alert={type === 'error' || undefined}
      data-passing={type === 'success' || undefined}
      data-leaving={!visible || undefined}
      onPointerEnter={() => onPointerEnter(id)}
      onPointerLeave={onPointerLeave}
      onFocus={onFocus}
      onBlur={onBlur}
      onClick={onClick}
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
const topDialog = () => [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1) ?? null;
