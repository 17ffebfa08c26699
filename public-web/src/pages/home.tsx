import text from '../app/text.module.css';
import { Waiting } from '../app/waiting.tsx';
import { FeaturedGalleries } from '../features/galleries/featured-galleries.tsx';
import { useCover } from '../features/galleries/use-cover.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { LatestNews, useIsNewsKnown } from '../features/news/latest-news.tsx';

export default function Home() {
  const cover = useCover();
  // The news stands above the galleries: coming later, it would push them.
  if (!useIsNewsKnown()) return <Waiting className={text.page} />;
  return <HomePage cover={cover} news={<LatestNews />} galleries={<FeaturedGalleries />} />;
}
