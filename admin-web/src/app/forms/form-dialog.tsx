import { Dialog } from '@portfolio/ui';
import { useState, type ReactNode } from 'react';
import { useUnsavedChanges } from './unsaved-changes.tsx';

export interface FormDialogProps {
  title: string;
  size?: 'medium' | 'large';
  onClose: () => void;
  /** @param leave closes the dialog, after a confirmation where there are unsaved changes */
  children: (form: { onDirtyChange: (isDirty: boolean) => void; leave: () => void }) => ReactNode;
}

/** A dialog around a form that asks before unsaved changes are discarded. */
export function FormDialog({ title, size = 'medium', onClose, children }: FormDialogProps) {
  const [isDirty, setDirty] = useState(false);
  const { leave, question } = useUnsavedChanges(isDirty, onClose);
  return (
    <>
      <Dialog title={title} size={size} onClose={leave}>
        {children({ onDirtyChange: setDirty, leave })}
      </Dialog>
      {question}
    </>
  );
}
