import { FeaturedGalleries } from '../features/galleries/featured-galleries.tsx';
import { useCover } from '../features/galleries/use-cover.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { LatestNews } from '../features/news/latest-news.tsx';

export default function Home() {
  return <HomePage cover={useCover()} news={<LatestNews />} galleries={<FeaturedGalleries />} />;
}
