import type { ReactNode } from 'react';
import { PageHead } from '../seo/page-head.tsx';
import styles from './loading.module.css';
import { Offline, useOnline } from './notice.tsx';

/** Placeholder of a line or a picture. Sizes are CSS lengths; the class sets the others. */
export const SkeletonBlock = ({
  width,
  height,
  className = '',
}: {
  width?: string;
  height?: string;
  className?: string;
}) => <div className={`${styles.block} ${className}`} style={{ inlineSize: width, blockSize: height }} />;

interface SkeletonProps {
  className?: string | undefined;
  /** Blocks of about the size of the content; a title, a line and pictures by default. */
  children?: ReactNode;
}

export function PageSkeleton({ className, children }: SkeletonProps) {
  return (
    <>
      <PageHead />
      <Status className={className} heading="h1">
        {children ?? (
          <>
            <SkeletonBlock className={styles.title} />
            <SkeletonBlock className={styles.line} />
            <div className={styles.pictures}>
              {Array.from({ length: 3 }, (_, index) => (
                <SkeletonBlock key={index} className={styles.picture} />
              ))}
            </div>
          </>
        )}
      </Status>
    </>
  );
}

export function CardListSkeleton({ className }: { className?: string | undefined }) {
  return (
    <Status>
      <div className={className}>
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index}>
            <SkeletonBlock className={styles.picture} />
            <SkeletonBlock className={styles.cardTitle} />
            <SkeletonBlock className={styles.cardLine} />
          </div>
        ))}
      </div>
    </Status>
  );
}

function Status({ heading, className, children }: SkeletonProps & { heading?: 'h1' }) {
  if (!useOnline()) return <Offline heading={heading} />;
  return (
    <div role="status" className={className}>
      <span className="visually-hidden" lang="en">
        Loading…
      </span>
      {children}
    </div>
  );
}
