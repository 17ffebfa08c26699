import styles from './waiting.module.css';

/** Stands where a page is still on its way: quiet blocks about as large as what comes. */
export function Waiting({ pictures = 3, className }: { pictures?: number; className?: string | undefined }) {
  return (
    <div role="status" className={className}>
      <span className="visually-hidden">Loading…</span>
      <div className={styles.title} />
      <div className={styles.line} />
      <div className={styles.pictures}>
        {Array.from({ length: pictures }, (_, index) => (
          <div key={index} className={styles.picture} />
        ))}
      </div>
    </div>
  );
}
