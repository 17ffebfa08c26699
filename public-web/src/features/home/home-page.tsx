import type { ReactNode } from 'react';
import { PageHead } from '../../app/page-head.tsx';
import { PageLink } from '../../app/page-link.tsx';
import { SiteStructuredData } from '../../app/site-structured-data.tsx';
import styles from './home-page.module.css';

export interface HomePageProps {
  /** The latest news, or nothing. */
  news: ReactNode;
  /** The galleries that the page shows. */
  galleries: ReactNode;
}

export function HomePage({ news, galleries }: HomePageProps) {
  return (
    <>
      <PageHead path="/" />
      <SiteStructuredData />
      <section className={styles.opening}>
        <div className={styles.welcome}>
          <h1 className={styles.title}>Welcome to my online portfolio</h1>
          <PageLink to="/galleries" className={styles.call}>
            View Galleries
          </PageLink>
        </div>
        {news}
      </section>
      {galleries}
    </>
  );
}
