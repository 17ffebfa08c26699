import type { ReactNode } from 'react';
import styles from './page-heading.module.css';

export interface PageHeadingProps {
  title: string;
  subtitle?: string;
  /** What can be done here, at the far end of the line. */
  children?: ReactNode;
}

/** The top of a page, which also names the browser's tab. */
export function PageHeading({ title, subtitle, children }: PageHeadingProps) {
  return (
    <header className={styles.heading}>
      <title>{`${title} · Back office`}</title>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {children && (
        <div className={styles.actions} data-page-actions>
          {children}
        </div>
      )}
    </header>
  );
}
