import { useId, type ReactNode } from 'react';
import { Button, IconButton, type ButtonProps } from '../button/button.tsx';
import { once } from '../button/once.ts';
import { InlineFailure } from '../notice/notice.tsx';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';

interface DialogProps {
  title: string;
  /** Called on Escape, the close button or the system's back gesture. The owner decides whether the dialog closes. */
  onClose: () => void;
  size?: 'small' | 'medium' | 'large';
  /** `alertdialog` interrupts with a question. */
  role?: 'dialog' | 'alertdialog';
  /** Id of the describing text. */
  describedBy?: string;
  children: ReactNode;
}

/** Modal dialog, open while it is rendered; see `useModal` for focus. */
export function Dialog({ title, onClose, size = 'medium', role, describedBy, children }: DialogProps) {
  const titleId = useId();
  return (
    <dialog
      {...useModal(onClose)}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      className={`${styles.dialog} ${styles[size]}`}
    >
      {/* A <header> would be a second banner where the dialog is inside the page's own header. */}
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

interface DialogActionsProps {
  /** Error message of the last attempt. */
  failure?: string;
  /** Buttons, the main one last. */
  children: ReactNode;
}

/** Sticky footer of a dialog. */
export function DialogActions({ failure, children }: DialogActionsProps) {
  return (
    <div className={styles.foot}>
      {failure && <InlineFailure>{failure}</InlineFailure>}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

interface ConfirmDialogProps extends Pick<ButtonProps, 'busy' | 'busyLabel'> {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms a destructive action. Cancel has the initial focus, so that Enter does not confirm by accident. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  onConfirm,
  onClose,
  ...progress
}: ConfirmDialogProps) {
  const question = useId();
  return (
    <Dialog title={title} role="alertdialog" size="small" describedBy={question} onClose={onClose}>
      <div id={question} className={styles.question}>
        {children}
      </div>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {cancelLabel}
        </Button>
        {/* A double click can end before `busy`. */}
        <Button variant="danger" onClick={once(onConfirm)} {...progress}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
