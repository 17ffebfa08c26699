import { PageNotFound } from './app/components/notice.tsx';
import { loadOptionalTexts, loadRequiredTexts } from './app/components/texts.tsx';
import { locationAt } from './app/router/navigation.ts';
import { LazyView, loadAll, type Page, type SearchParam } from './app/router/page.ts';
import { loadComments } from './features/comments/load-comments.ts';
import { loadFeaturedGalleries, loadGallery, loadGalleryList } from './features/galleries/load-galleries.ts';
import { loadAttachedPhoto } from './features/messages/load-attached-photo.ts';
import { loadLatestNews } from './features/news/load-latest-news.ts';
import { loadPhoto } from './features/photos/load-photo.ts';

/** The build for browsers leaves out what the server alone uses; tests run without a build. */
const IS_SERVER = import.meta.env?.SSR !== false;

const PHOTO: SearchParam = { pattern: /^[1-9]\d{0,9}$/, isEntity: true };
const GALLERY: SearchParam = { pattern: /^[a-z\d-]{1,255}$/, isEntity: true };
const CURSOR: SearchParam = { pattern: /^[\w-]{1,64}$/ };

/** The public pages. Loaders are in the main bundle, so that a page's code and data load in parallel. */
export const PAGES: Page[] = [
  {
    path: '/',
    view: new LazyView('home', () => import('./pages/home.tsx')),
    load: (request) => loadAll(loadFeaturedGalleries(request), loadLatestNews(request), loadOptionalTexts(request)),
  },
  {
    path: '/galleries',
    view: new LazyView('galleries', () => import('./pages/galleries.tsx')),
    load: loadGalleryList,
    ...(IS_SERVER && { searchParams: { from: CURSOR } }),
  },
  {
    path: '/gallery/:slug',
    view: new LazyView('gallery', () => import('./pages/gallery.tsx')),
    load: loadGallery,
    ...(IS_SERVER && {
      searchParams: { from: CURSOR },
      post: async (request) => (await import('./features/galleries/unlock-action.ts')).unlockAction(request),
    }),
  },
  {
    path: '/tags/:tag',
    view: new LazyView('gallery', () => import('./pages/gallery.tsx')),
    load: loadGallery,
    ...(IS_SERVER && { searchParams: { from: CURSOR } }),
  },
  {
    path: '/photo/:id',
    view: new LazyView('photo', () => import('./pages/photo.tsx')),
    load: (request) => loadAll(loadPhoto(request), loadComments(request)),
    ...(IS_SERVER && {
      searchParams: { gallery: GALLERY, comments: CURSOR, sent: { pattern: /^comment$/ } },
      post: async (request) => (await import('./features/comments/comment-action.ts')).commentAction(request),
    }),
  },
  { path: '/about', view: new LazyView('about', () => import('./pages/about.tsx')), load: loadRequiredTexts },
  {
    path: '/contact',
    view: new LazyView('contact', () => import('./pages/contact.tsx')),
    load: (request) => loadAll(loadAttachedPhoto(request), loadOptionalTexts(request)),
    ...(IS_SERVER && {
      searchParams: { photo: PHOTO, sent: { pattern: /^message$/ } },
      post: async (request) => (await import('./features/messages/message-action.ts')).messageAction(request),
    }),
  },
  { path: '/imprint', view: new LazyView('imprint', () => import('./pages/imprint.tsx')), load: loadRequiredTexts },
];

const NOT_FOUND: Page = {
  path: '*',
  view: new LazyView('', async () => ({ default: PageNotFound })),
  status: 404,
};

const PATTERNS = PAGES.map((page) => ({
  page,
  pattern: new RegExp(`^${page.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
}));

/** The page at an address such as `/photo/3?gallery=sea`, with its parameters. */
export function findPage(address: string) {
  const { pathname, search: query } = locationAt(address, 'load');
  const search = new URLSearchParams(query);
  for (const { page, pattern } of PATTERNS) {
    const match = pattern.exec(pathname);
    const params = match && paramsOf(match.groups);
    if (params) return { page, params, search };
  }
  return { page: NOT_FOUND, params: {}, search };
}

/** Decoded path parameters; undefined for invalid percent-encoding. */
function paramsOf(parts: Record<string, string> = {}): Record<string, string> | undefined {
  try {
    return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, decodeURIComponent(part)]));
  } catch {
    return undefined;
  }
}
