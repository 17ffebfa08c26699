import styles from './admin-mount.module.css';
import { AdminUnavailable, AdminIncompatible } from './load-admin.ts';

export interface FailureCardProps {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
  /** Address of the standalone back office. */
  ownAddress?: string | undefined;
}

/** Error card in place of the back office. */
export function FailureCard({ error, retrying, onRetry, ownAddress }: FailureCardProps) {
  const { title, text } = messageFor(error);
  return (
    <main className={styles.failure}>
      <h1 className={styles.title}>{title}</h1>
      {retrying ? (
        <p key="retrying" className={styles.text} role="status">
          Loading…
        </p>
      ) : (
        <div key="failed" className={styles.text} role="alert">
          <p>{text}</p>
          {error instanceof AdminIncompatible && <p className={styles.detail}>{operatorMessage(error)}</p>}
        </div>
      )}
      <div className={styles.actions}>
        <button
          type="button"
          className={styles.retry}
          // `disabled` would lose the focus.
          aria-disabled={retrying}
          onClick={() => !retrying && onRetry()}
        >
          Retry
        </button>
        {/* An unreachable back office is unreachable there too. */}
        {ownAddress && !(error instanceof AdminUnavailable) && <a href={ownAddress}>Open the back office on its own</a>}
        <a href="/">Go to the public site</a>
      </div>
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
      text: 'It has come in another version than the site, and whoever runs the site has to bring the two together. Nothing is lost, and the public site is not affected.',
    };
  }
  return {
    title: 'The back office does not work right now',
    text: 'A part of it is missing or has failed, perhaps because it was renewed meanwhile. The public site is not affected.',
  };
}

/** Versions of the mismatch, for the operator. */
function operatorMessage({ skews }: AdminIncompatible): string {
  const mismatches = skews.map(({ name, needed, here }) => `${name} ${needed} is needed, ${here} is here`);
  return `For whoever runs the site: ${mismatches.join('; ')}.`;
}
