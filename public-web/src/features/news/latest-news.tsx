import { Picture } from '@portfolio/ui/picture';
import { useApi } from '../../app/data/contexts.ts';
import { useQuery } from '../../app/data/use-query.ts';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './latest-news.module.css';
import { newsQuery } from './load-latest-news.ts';

/** Characters per line, and lines, that fit beside the home page's title. */
const LINE_LENGTH = 48;
const MAX_LINES = 16;

/** Width of the picture, as in the styles. */
const WIDTH = '22rem';

const lineCount = (content: string) =>
  content.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_LENGTH)), 0);

/** Whether the request has ended, with news or without. */
export const useIsNewsLoaded = () => useQuery(newsQuery(useApi())).isFetched;

/** The latest news item; nothing without one. */
export function LatestNews() {
  const { data: news } = useQuery(newsQuery(useApi()));
  if (!news) return null;
  const isLong = news.content !== null && lineCount(news.content) > MAX_LINES;
  return (
    <aside className={isLong ? `${styles.news} ${styles.long}` : styles.news} aria-labelledby="latest-news">
      <h2 id="latest-news" className={styles.label} lang="en">
        Latest news
      </h2>
      {news.picture && (
        <PageLink to={`/photo/${news.picture.id}`}>
          <Picture picture={news.picture} sizes={WIDTH} className={styles.picture} />
        </PageLink>
      )}
      {news.headline && (
        <p className={styles.headline} dir="auto">
          {news.headline}
        </p>
      )}
      {news.content && (
        <p className={styles.content} dir="auto">
          {news.content}
        </p>
      )}
      {news.link && (
        <a className={styles.link} href={news.link} rel="noopener" target="_blank">
          <span lang="en">Read more</span>
          <span className="visually-hidden">
            {news.headline ? `: ${news.headline}` : ''}
            <span lang="en"> (opens in a new tab)</span>
          </span>
        </a>
      )}
    </aside>
  );
}
