import { matchRoutes, Navigate } from 'react-router';
import { NotFoundPage } from './app/not-found-page.tsx';
import { together, type Page } from './app/page.ts';
import { AboutPage } from './features/about/about-page.tsx';
import { CommentList, loadComments } from './features/comments/comment-list.tsx';
import { ContactPage } from './features/contact/contact-page.tsx';
import { FeaturedGalleries, loadFeaturedGalleries } from './features/galleries/featured-galleries.tsx';
import { GalleryListPage, loadGalleryList } from './features/galleries/gallery-list-page.tsx';
import { GalleryPage, loadGallery } from './features/galleries/gallery-page.tsx';
import { HomePage } from './features/home/home-page.tsx';
import { ImprintPage } from './features/imprint/imprint-page.tsx';
import { LatestNews, loadLatestNews } from './features/news/latest-news.tsx';
import { loadPhoto, PhotoPage } from './features/photos/photo-page.tsx';

/** Every page for visitors. Features meet here and nowhere else. */
export const PAGES: Page[] = [
  {
    path: '/',
    element: <HomePage news={<LatestNews />} galleries={<FeaturedGalleries />} />,
    load: (request) => together(loadFeaturedGalleries(request), loadLatestNews(request)),
  },
  { path: '/galleries', element: <GalleryListPage />, load: loadGalleryList },
  // The server sends visitors on; this is for a link followed within the site.
  { path: '/gallery', element: <Navigate to="/galleries" replace /> },
  { path: '/gallery/:slug', element: <GalleryPage />, load: loadGallery },
  {
    path: '/photo/:id',
    element: <PhotoPage comments={(photoId) => <CommentList photoId={photoId} />} />,
    load: (request) => together(loadPhoto(request), loadComments(request)),
  },
  { path: '/about', element: <AboutPage /> },
  { path: '/contact', element: <ContactPage /> },
  { path: '/imprint', element: <ImprintPage /> },
  { path: '*', element: <NotFoundPage />, status: 404 },
];

/**
 * The page at an address such as `/photo/3?gallery=sea`, and what the address says.
 *
 * The address goes behind a host, and is not resolved against one: `//x/y` would name a host itself.
 */
export function findPage(address: string) {
  const { pathname, searchParams: search } = new URL(`http://site.invalid${address}`);
  const match = matchRoutes(PAGES, pathname)?.at(-1);
  return match && { page: match.route, params: match.params, search };
}
