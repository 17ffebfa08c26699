import styles from './admin-mount.module.css';
import { AdminAway, AdminUnfit } from './load-admin.ts';

export interface FailureCardProps {
  /** What went wrong. */
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
  /** Address at which the back office stands on its own. */
  ownAddress?: string | undefined;
}

/** Stands where the back office would be. */
export function FailureCard({ error, retrying, onRetry, ownAddress }: FailureCardProps) {
  const { title, text } = wordsFor(error);
  return (
    <main className={styles.away}>
      <h1 className={styles.title}>{title}</h1>
      {retrying ? (
        <p key="retrying" className={styles.text} role="status">
          Loading…
        </p>
      ) : (
        <div key="failed" className={styles.text} role="alert">
          <p>{text}</p>
          {error instanceof AdminUnfit && <p className={styles.detail}>{forTheOperator(error)}</p>}
        </div>
      )}
      <div className={styles.actions}>
        <button
          type="button"
          className={styles.retry}
          // Disabled, it would lose the focus.
          aria-disabled={retrying}
          onClick={() => !retrying && onRetry()}
        >
          Retry
        </button>
        {/* Where nothing of it answers, it does not answer there either. */}
        {ownAddress && !(error instanceof AdminAway) && <a href={ownAddress}>Open the back office on its own</a>}
        <a href="/">Go to the public site</a>
      </div>
    </main>
  );
}

function wordsFor(error: unknown): { title: string; text: string } {
  if (error instanceof AdminAway) {
    return {
      title: 'The back office is unavailable',
      text: 'It cannot be reached right now. The public site is not affected.',
    };
  }
  if (error instanceof AdminUnfit) {
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

/** One line with all that has to be known to put it right. */
function forTheOperator({ skews }: AdminUnfit): string {
  const each = skews.map(({ name, needed, here }) => `${name} ${needed} is needed, ${here} is here`);
  return `For whoever runs the site: ${each.join('; ')}.`;
}
