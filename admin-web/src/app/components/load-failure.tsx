import { Button, InlineFailure, Notice } from '@portfolio/ui';
import type { ReactNode } from 'react';
import styles from './query-states.module.css';
import { passFocus } from './pass-focus.ts';

export interface LoadFailureProps {
  title: string;
  /** Reason; ignored with `isInline`. */
  children?: ReactNode;
  /** One line beside loaded content. By default, a notice replaces the content. */
  isInline?: boolean;
  busy?: boolean;
  /** Labels of the button, at rest and while it is busy. */
  labels?: [label: string, busyLabel: string];
  onRetry: () => void;
}

/** Error of a failed request, with a retry. Its focus moves to the surrounding section when it goes. */
export function LoadFailure({ title, children, isInline, busy = false, labels, onRetry }: LoadFailureProps) {
  const [label, busyLabel] = labels ?? ['Try Again', 'Loading...'];
  const retry = (
    <Button ref={passFocus} busy={busy} busyLabel={busyLabel} onClick={onRetry}>
      {label}
    </Button>
  );
  if (!isInline) {
    return (
      <Notice tone="failure" title={title} action={retry}>
        {children}
      </Notice>
    );
  }
  return (
    <div className={styles.inline}>
      <InlineFailure>{title}</InlineFailure>
      {retry}
    </div>
  );
}
