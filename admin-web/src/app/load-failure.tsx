import { Button, InlineFailure, Notice } from '@portfolio/ui';
import styles from './load-failure.module.css';

export interface LoadFailureProps {
  title: string;
  /** One line beside content that is already loaded; otherwise a notice in its place. */
  isInline?: boolean;
  onRetry: () => void;
}

/** Error of a failed request, with a retry. */
export function LoadFailure({ title, isInline = false, onRetry }: LoadFailureProps) {
  const retry = <Button onClick={onRetry}>Try Again</Button>;
  if (!isInline) return <Notice tone="failure" title={title} action={retry} />;
  return (
    <div className={styles.inline}>
      <InlineFailure>{title}</InlineFailure>
      {retry}
    </div>
  );
}
