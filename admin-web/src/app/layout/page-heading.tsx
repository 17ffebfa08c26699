import type { ReactNode } from 'react';
import styles from './page-heading.module.css';

export interface PageHeadingProps {
  title: string;
  subtitle?: string;
  /** Actions at the end of the line. */
  children?: ReactNode;
}

/** Heading of a page, and title of the browser's tab. */
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
