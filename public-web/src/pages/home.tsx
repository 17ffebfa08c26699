import text from '../app/components/text.module.css';
import { useTexts } from '../app/components/texts.tsx';
import { Waiting } from '../app/components/waiting.tsx';
import { FeaturedGalleries } from '../features/galleries/featured-galleries.tsx';
import { useCover } from '../features/galleries/use-cover.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { LatestNews, useIsNewsKnown } from '../features/news/latest-news.tsx';

export default function Home() {
  const cover = useCover();
  const texts = useTexts();
  // Words and news stand above the galleries: coming later, they would push them.
  if (!useIsNewsKnown() || texts === undefined) return <Waiting className={text.page} />;
  return <HomePage texts={texts} cover={cover} news={<LatestNews />} galleries={<FeaturedGalleries />} />;
}
