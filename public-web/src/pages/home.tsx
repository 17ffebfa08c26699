import { PageSkeleton } from '../app/components/loading.tsx';
import text from '../app/components/text.module.css';
import { inEnglish, useTexts } from '../app/components/texts.tsx';
import { useBackground } from '../app/layout/background.tsx';
import { Hero } from '../app/layout/hero.tsx';
import { PageLink } from '../app/router/page-link.tsx';
import { PageHead } from '../app/seo/page-head.tsx';
import { SiteStructuredData } from '../app/seo/structured-data.tsx';
import { FeaturedGalleries, useShareImage } from '../features/galleries/featured-galleries.tsx';
import { LatestNews, useIsNewsLoaded } from '../features/news/latest-news.tsx';
import styles from './home.module.css';

const WELCOME = 'Welcome to my online portfolio';
const CALL = 'View Galleries';

/** Characters of a title in the largest type. */
const SHORT_TITLE = 60;

export default function Home() {
  const cover = useShareImage();
  const texts = useTexts();
  const background = useBackground('hero');
  // Late texts and news would move the galleries.
  if (!useIsNewsLoaded() || texts === undefined) return <PageSkeleton className={text.page} />;
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
        <LatestNews />
      </Hero>
      <FeaturedGalleries />
    </>
  );
}
