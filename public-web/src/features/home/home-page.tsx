import type { PictureView, PublicTextsView } from '@portfolio/contracts';
import type { ReactNode } from 'react';
import text from '../../app/components/text.module.css';
import { inEnglish } from '../../app/components/texts.tsx';
import { useBackground } from '../../app/layout/background.tsx';
import { Hero } from '../../app/layout/hero.tsx';
import { PageLink } from '../../app/router/page-link.tsx';
import { PageHead } from '../../app/seo/page-head.tsx';
import { SiteStructuredData } from '../../app/seo/structured-data.tsx';
import styles from './home-page.module.css';

const WELCOME = 'Welcome to my online portfolio';
const CALL = 'View Galleries';

/** Characters of a title in the largest type. */
const SHORT_TITLE = 60;

interface HomePageProps {
  /** Null if unavailable: default texts. */
  texts: PublicTextsView | null;
  cover: PictureView | null | undefined;
  news: ReactNode;
  galleries: ReactNode;
}

export function HomePage({ texts, cover, news, galleries }: HomePageProps) {
  const background = useBackground('hero');
  const { heroText: welcome = WELCOME, callToAction = CALL } = texts ?? {};
  return (
    <>
      <PageHead path="/" picture={cover} />
      <SiteStructuredData />
      <Hero picture={background}>
        <div className={styles.welcome}>
          <h1
            className={welcome.length > SHORT_TITLE ? `${styles.title} ${styles.long}` : styles.title}
            {...inEnglish(welcome, WELCOME)}
          >
            {welcome}
          </h1>
          <PageLink to="/galleries" className={`${text.framed} ${styles.call}`} {...inEnglish(callToAction, CALL)}>
            {callToAction}
          </PageLink>
        </div>
        {news}
      </Hero>
      {galleries}
    </>
  );
}
