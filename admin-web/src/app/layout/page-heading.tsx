import type { ReactNode } from 'react';
import styles from './page-heading.module.css';

type PageHeadingProps = { title: string; subtitle?: string; page?: string | undefined; children?: ReactNode };

/**
 * Heading of a page with its actions. Also sets the document title, such as `Texts · Settings · Back office`.
 *
 * @param props.page tells apart pages with one `title`
 */
export function PageHeading({ title, subtitle, page, children }: PageHeadingProps) {
  return (
    <header className={styles.heading}>
      <title>{`${page ? `${page} · ` : ''}${title} · Back office`}</title>
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
