import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../button/button.tsx';
import { InlineFailure } from '../notice/notice.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  title: string;
  /** Somebody wants to leave: Escape, the close button, or the system's way back. The owner decides whether it goes. */
  onClose: () => void;
  size?: 'small' | 'medium' | 'large';
  /** `alertdialog` interrupts with a question. */
  role?: 'dialog' | 'alertdialog';
  /** Id of the sentence that says what it is about. */
  describedBy?: string;
  children: ReactNode;
}

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/**
 * A window over the page, open as long as it is rendered.
 *
 * The rest of the page is inert, Tab goes round inside, and focus returns to where it was when the window goes away.
 * What is marked `data-autofocus` has the focus at first.
 */
export function Dialog({ title, onClose, size = 'medium', role, describedBy, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    if (element) focusFirst(element);
    return () => {
      element?.close();
      // The browser does so itself unless the element has already left the document.
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
      // What led here was on the page before.
      else document.querySelector('main')?.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      role={role}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      className={`${styles.dialog} ${styles[size]}`}
      onKeyDown={keepFocusInside}
      onCancel={(event) => {
        // A file picker inside that is left without a choice says `cancel` too.
        if (event.target !== dialog.current) return;
        // One that cannot be kept from closing is heard of below.
        if (!event.cancelable) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // A browser may close it for good at an Escape that follows others; but whether it goes is the owner's to decide. It is
        // open again before the owner hears, for a question of the owner's must stand above it.
        if (event.target !== dialog.current || dialog.current.open) return;
        dialog.current.showModal();
        focusFirst(dialog.current);
        onClose();
      }}
    >
      {/* No <header>: where a dialog stands in the page's own, it would be another banner. */}
      <div className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {role !== 'alertdialog' && <IconButton label="Close" icon="close" onClick={onClose} />}
      </div>
      {children}
    </dialog>
  );
}

export interface DialogActionsProps {
  /** Why the last try failed. */
  failure?: string;
  /** The buttons, the main one last. */
  children: ReactNode;
}

/** The foot of a dialog, always in sight. */
export function DialogActions({ failure, children }: DialogActionsProps) {
  return (
    <div className={styles.foot}>
      {failure && <InlineFailure>{failure}</InlineFailure>}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

/**
 * Focuses what is marked, also where it comes only later. Until then the window itself has the focus, and not its first
 * button: that closes it, at a key pressed in haste. React's autoFocus comes before the window is open, when nothing in it
 * can take the focus.
 */
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

/** A modal dialog alone lets Tab out to the browser's own bars, where the page's reader is lost. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Tab') return;
  const reachable = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  );
  const [first, last] = [reachable.at(0), reachable.at(-1)];
  const leaving = event.shiftKey ? first : last;
  const isAtStart = event.shiftKey && document.activeElement === event.currentTarget;
  if (document.activeElement !== leaving && !isAtStart) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
