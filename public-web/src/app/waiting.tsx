import type { ReactNode } from 'react';
import styles from './waiting.module.css';

export interface WaitingProps {
  className?: string | undefined;
  /** Blocks about as large as what comes; left out, those of a title and a few pictures. */
  children?: ReactNode;
  pictures?: number;
}

/** Stands where a page is still on its way: quiet blocks about as large as what comes. */
export function Waiting({ pictures = 3, className, children }: WaitingProps) {
  return (
    <div role="status" className={className}>
      <span className="visually-hidden">Loading…</span>
      {children ?? (
        <>
          <div className={styles.title} />
          <div className={styles.line} />
          <div className={styles.pictures}>
            {Array.from({ length: pictures }, (_, index) => (
              <div key={index} className={styles.picture} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

/** Stands where cards are still on their way: their pictures, titles and facts. */
export function WaitingCards({ className, cards = 4 }: { className?: string | undefined; cards?: number }) {
  return (
    <Waiting>
      <div className={className}>
        {Array.from({ length: cards }, (_, index) => (
          <div key={index}>
            <div className={styles.picture} />
            <div className={styles.cardTitle} />
            <div className={styles.cardLine} />
          </div>
        ))}
      </div>
    </Waiting>
  );
}
