import type { ReactNode } from 'react';
import styles from './page-heading.module.css';

/** Heading of a page with its actions, and title of the browser's tab. */
export function PageHeading({ title, subtitle, children }: { title: string; subtitle?: string; children?: ReactNode }) {
  return (
    <header className={styles.heading}>
      <title>{`${title} · Back office`}</title>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {/* Measured by Toasts. */}
      {children && (
        <div className={styles.actions} data-page-actions>
          {children}
        </div>
      )}
    </header>
  );
}
