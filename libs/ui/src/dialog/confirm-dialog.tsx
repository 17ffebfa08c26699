import { useId, type ReactNode } from 'react';
import { Button, type ButtonProps } from '../button/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import styles from './dialog.module.css';

interface ConfirmDialogProps extends Pick<ButtonProps, 'busy' | 'busyLabel'> {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms a destructive action. Cancel has the initial focus, so that Enter does not confirm by accident. */
export function ConfirmDialog({ title, children, confirmLabel, onConfirm, onClose, ...progress }: ConfirmDialogProps) {
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
        <Button variant="danger" onClick={onConfirm} {...progress}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
