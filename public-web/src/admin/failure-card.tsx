import { Button, Notice } from '@portfolio/ui';
import styles from './admin-mount.module.css';
import { AdminIncompatible, AdminUnavailable } from './load-admin.ts';

interface FailureCardProps {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
  standaloneUrl?: string | undefined;
}

/** Error card in place of the back office. */
export function FailureCard({ error, retrying, onRetry, standaloneUrl }: FailureCardProps) {
  const { title, text } = messageFor(error);
  return (
    <main className={styles.failure}>
      <Notice
        heading="h1"
        title={title}
        action={
          <div className={styles.actions}>
            <Button variant="primary" busy={retrying} onClick={onRetry}>
              Retry
            </Button>
            {/* An unreachable back office is unreachable there too. */}
            {standaloneUrl && !(error instanceof AdminUnavailable) && (
              <a href={standaloneUrl}>Open the back office on its own</a>
            )}
            <a href="/">Go to the public site</a>
          </div>
        }
      >
        {retrying ? (
          <span key="retrying" role="status">
            Loading…
          </span>
        ) : (
          <span key="failed" role="alert">
            {text}
            {error instanceof AdminIncompatible && <span className={styles.detail}>{operatorMessage(error)}</span>}
          </span>
        )}
      </Notice>
    </main>
  );
}

function messageFor(error: unknown): { title: string; text: string } {
  if (error instanceof AdminUnavailable) {
    return {
      title: 'The back office is unavailable',
      text: 'It cannot be reached right now. The public site is not affected.',
    };
  }
  if (error instanceof AdminIncompatible) {
    return {
      title: 'The back office has a version mismatch',
      text: 'Back office and site have different versions. Their operator must update one of them. Nothing is lost, and the public site is not affected.',
    };
  }
  return {
    title: 'The back office does not work right now',
    text: 'One of its files is missing or has failed, perhaps because of an update. The public site is not affected.',
  };
}

/** Versions of the mismatch, for the operator. */
function operatorMessage({ skews }: AdminIncompatible): string {
  const mismatches = skews.map(({ name, needed, here }) => `${name} ${needed} is needed, ${here} is installed`);
  return `For the operator: ${mismatches.join('; ')}.`;
}
