import { FeaturedGalleries } from '../features/galleries/featured-galleries.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import { LatestNews } from '../features/news/latest-news.tsx';

export default function Home() {
  return <HomePage news={<LatestNews />} galleries={<FeaturedGalleries />} />;
}
