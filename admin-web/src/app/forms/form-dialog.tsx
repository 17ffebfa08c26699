import { Dialog } from '@portfolio/ui';
import { useState, type ReactNode } from 'react';
import styles from './forms.module.css';
import { useUnsavedChanges } from './unsaved-changes.tsx';

export interface FormDialogProps {
  title: string;
  size?: 'medium' | 'large';
  onClose: () => void;
  /** @param leave closes the dialog, after a confirmation if there are unsaved changes */
  children: (form: { onDirtyChange: (isDirty: boolean) => void; leave: () => void }) => ReactNode;
}

/** Dialog with a form. It asks for confirmation before discarding unsaved changes. */
export function FormDialog({ title, size = 'medium', onClose, children }: FormDialogProps) {
  const [isDirty, setDirty] = useState(false);
  const { leave, confirmDialog } = useUnsavedChanges(isDirty, onClose);
  return (
    <>
      <Dialog title={title} size={size} onClose={leave}>
        {children({ onDirtyChange: setDirty, leave })}
      </Dialog>
      {confirmDialog}
    </>
  );
}

/** Content of a dialog's form, above its DialogActions. */
export function DialogBody({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={className ? `${styles.body} ${className}` : styles.body}>{children}</div>;
}
