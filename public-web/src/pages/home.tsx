import { PageSkeleton } from '../app/components/loading.tsx';
import text from '../app/components/text.module.css';
import { useTexts } from '../app/components/texts.tsx';
import { FeaturedGalleries, useShareImage } from '../features/galleries/featured-galleries.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import { LatestNews, useIsNewsLoaded } from '../features/news/latest-news.tsx';

export default function Home() {
  const cover = useShareImage();
  const texts = useTexts();
  // Late texts and news would move the galleries.
  if (!useIsNewsLoaded() || texts === undefined) return <PageSkeleton className={text.page} />;
  return <HomePage texts={texts} cover={cover} news={<LatestNews />} galleries={<FeaturedGalleries />} />;
}
