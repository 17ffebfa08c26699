import type { PictureView, PublicTextsView } from '@portfolio/contracts';
import type { ReactNode } from 'react';
import { Background, useBackground } from '../../app/layout/background.tsx';
import { PageHead } from '../../app/seo/page-head.tsx';
import { PageLink } from '../../app/router/page-link.tsx';
import { SiteStructuredData } from '../../app/seo/site-structured-data.tsx';
import text from '../../app/components/text.module.css';
import styles from './home-page.module.css';

/** Characters that look well in the largest letters. */
const FEW = 60;

export interface HomePageProps {
  /** Null where they cannot be had: the site then says what it says where nobody has worded it. */
  texts: PublicTextsView | null;
  /** What is shown where the page is shared. */
  cover: PictureView | null | undefined;
  /** The latest news, or nothing. */
  news: ReactNode;
  /** The galleries that the page shows. */
  galleries: ReactNode;
}

export function HomePage({ texts, cover, news, galleries }: HomePageProps) {
  const background = useBackground('opening');
  const welcome = texts?.heroText ?? 'Welcome to my online portfolio';
  return (
    <>
      <PageHead path="/" picture={cover} />
      <SiteStructuredData />
      <section
        className={background ? `${styles.opening} ${styles.pictured}` : styles.opening}
        data-ground={background ? 'opening' : undefined}
      >
        {background && <Background picture={background} ground="opening" />}
        <div className={styles.words}>
          <div className={styles.welcome}>
            <h1 className={welcome.length > FEW ? `${styles.title} ${styles.long}` : styles.title} dir="auto">
              {welcome}
            </h1>
            <PageLink to="/galleries" className={`${text.framed} ${styles.call}`} dir="auto">
              {texts?.callToAction ?? 'View Galleries'}
            </PageLink>
          </div>
          {news}
        </div>
      </section>
      {galleries}
    </>
  );
}
