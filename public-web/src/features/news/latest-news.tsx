import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../app/data/api-context.ts';
import styles from './latest-news.module.css';
import { newsQuery } from './load-latest-news.ts';

/** Characters that fit on a line beside the heading, and lines that look well there. */
const LINE = 48;
const LINES = 16;

const linesOf = (content: string) =>
  content.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);

/** Whether it is known what the news is, or that there is none to be had. */
export const useIsNewsKnown = () => useQuery(newsQuery(useApi())).isFetched;

/** The newest news item. Without one, or when it cannot be had, there is nothing to see. */
export function LatestNews() {
  const { data: news } = useQuery(newsQuery(useApi()));
  if (!news || !(news.headline || news.content || news.link)) return null;
  const isLong = news.content !== null && linesOf(news.content) > LINES;
  return (
    <aside className={isLong ? `${styles.news} ${styles.long}` : styles.news} aria-labelledby="latest-news">
      <h2 id="latest-news" className={styles.label} lang="en">
        Latest news
      </h2>
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
