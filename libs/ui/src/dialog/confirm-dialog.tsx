import { useId, type ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import styles from './dialog.module.css';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  busy?: boolean;
  busyLabel?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirmation before a deletion. Cancel has the focus, so that a hasty Enter deletes nothing. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  busy,
  busyLabel,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const question = useId();
  return (
    <Dialog title={title} role="alertdialog" size="small" describedBy={question} onClose={onClose}>
      <div id={question} className={styles.question}>
        {children}
      </div>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
