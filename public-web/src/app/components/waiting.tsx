import type { ReactNode } from 'react';
import { Offline, useOnline } from '../layout/offline.tsx';
import { PageHead } from '../seo/page-head.tsx';
import styles from './waiting.module.css';

export interface WaitingProps {
  className?: string | undefined;
  /** Blocks about as large as what comes; left out, those of a title and a few pictures. */
  children?: ReactNode;
}

/** Stands where a page is still on its way: quiet blocks about as large as what comes, under the name of the site. */
export function Waiting({ className, children }: WaitingProps) {
  return (
    <>
      <PageHead />
      <Loading className={className} page>
        {children ?? (
          <>
            <div className={styles.title} />
            <div className={styles.line} />
            <div className={styles.pictures}>
              {Array.from({ length: 3 }, (_, index) => (
                <div key={index} className={styles.picture} />
              ))}
            </div>
          </>
        )}
      </Loading>
    </>
  );
}

/** Stands where the cards of a page are still on their way: their pictures, titles and facts. */
export function WaitingCards({ className }: { className?: string | undefined }) {
  return (
    <Loading>
      <div className={className}>
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index}>
            <div className={styles.picture} />
            <div className={styles.cardTitle} />
            <div className={styles.cardLine} />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** Says to those who listen to the page what the others see. */
function Loading({ className, page, children }: WaitingProps & { page?: boolean }) {
  if (!useOnline()) return <Offline page={page} />;
  return (
    <div role="status" className={className}>
      <span className="visually-hidden" lang="en">
        Loading…
      </span>
      {children}
    </div>
  );
}
