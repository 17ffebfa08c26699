import { latestNewsQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../app/api-context.ts';
import styles from './latest-news.module.css';

/** The newest news item. Without one, or when it cannot be had, there is nothing to see. */
export function LatestNews() {
  const { data: news } = useQuery(latestNewsQuery(useApi()));
  if (!news || !(news.headline || news.content || news.link)) return null;
  return (
    <aside className={styles.news} aria-labelledby="latest-news">
      <h2 id="latest-news" className={styles.label}>
        Latest news
      </h2>
      {news.headline && <p className={styles.headline}>{news.headline}</p>}
      {news.content && <p className={styles.content}>{news.content}</p>}
      {news.link && (
        <a className={styles.link} href={news.link} rel="noopener" target="_blank">
          Read more
          <span className="visually-hidden">{news.headline ? `: ${news.headline}` : ''} (opens in a new tab)</span>
        </a>
      )}
    </aside>
  );
}
