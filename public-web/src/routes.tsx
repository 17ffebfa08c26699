import { locationAt } from './app/router/navigation.ts';
import { NotFoundPage } from './app/components/not-found-page.tsx';
import { PageView, loadAll, type Page, type Read } from './app/router/page.ts';
import { loadRequiredTexts, loadOptionalTexts } from './app/components/texts.tsx';
import { loadComments } from './features/comments/load-comments.ts';
import { loadAttachedPhoto } from './features/messages/load-attached-photo.ts';
import { loadFeaturedGalleries, loadGallery, loadGalleryList } from './features/galleries/load-galleries.ts';
import { loadLatestNews } from './features/news/load-latest-news.ts';
import { loadPhoto } from './features/photos/load-photo.ts';

/** Only the server takes forms: the build for browsers leaves out how. Tests run without a build, and so with all of it. */
const TAKES_FORMS = import.meta.env?.SSR !== false;

const PHOTO: Read = { looks: /^[1-9]\d{0,9}$/, isThing: true };
const GALLERY: Read = { looks: /^[a-z\d-]{1,255}$/, isThing: true };
/** As the API gives them out. */
const CURSOR: Read = { looks: /^[\w-]{1,64}$/ };

/**
 * Every page for visitors. What fetches a page's data is known from the start, the page itself is a file of its own in
 * `pages/`, where features meet: so both can be fetched at once.
 */
export const PAGES: Page[] = [
  {
    path: '/',
    view: new PageView('home', () => import('./pages/home.tsx')),
    load: (request) => loadAll(loadFeaturedGalleries(request), loadLatestNews(request), loadOptionalTexts(request)),
  },
  {
    path: '/galleries',
    view: new PageView('galleries', () => import('./pages/galleries.tsx')),
    reads: { from: CURSOR },
    load: loadGalleryList,
  },
  {
    path: '/gallery/:slug',
    view: new PageView('gallery', () => import('./pages/gallery.tsx')),
    reads: { from: CURSOR },
    load: loadGallery,
  },
  {
    path: '/photo/:id',
    view: new PageView('photo', () => import('./pages/photo.tsx')),
    reads: { gallery: GALLERY, comments: CURSOR, sent: { looks: /^comment$/ } },
    load: (request) => loadAll(loadPhoto(request), loadComments(request)),
    ...(TAKES_FORMS && {
      post: async (request) => (await import('./features/comments/comment-action.ts')).commentAction(request),
    }),
  },
  { path: '/about', view: new PageView('about', () => import('./pages/about.tsx')), load: loadRequiredTexts },
  {
    path: '/contact',
    view: new PageView('contact', () => import('./pages/contact.tsx')),
    reads: { photo: PHOTO, sent: { looks: /^message$/ } },
    load: (request) => loadAll(loadAttachedPhoto(request), loadOptionalTexts(request)),
    ...(TAKES_FORMS && {
      post: async (request) => (await import('./features/messages/message-action.ts')).messageAction(request),
    }),
  },
  { path: '/imprint', view: new PageView('imprint', () => import('./pages/imprint.tsx')), load: loadRequiredTexts },
];

const NOWHERE: Page = { path: '*', view: PageView.of(NotFoundPage), status: 404 };

/** How each page's address looks: `/photo/:id` names one part of it. */
const PATTERNS = PAGES.map((page) => ({
  page,
  pattern: new RegExp(`^${page.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
}));

/** The page at an address such as `/photo/3?gallery=sea`, and what the address says. */
export function findPage(address: string) {
  const { pathname, search: query } = locationAt(address, 'load');
  const search = new URLSearchParams(query);
  for (const { page, pattern } of PATTERNS) {
    const match = pattern.exec(pathname);
    const params = match && paramsOf(match.groups);
    if (params) return { page, params, search };
  }
  return { page: NOWHERE, params: {}, search };
}

/** The named parts of an address as they were meant; undefined where one cannot be read. */
function paramsOf(parts: Record<string, string> = {}): Record<string, string> | undefined {
  try {
    return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, decodeURIComponent(part)]));
  } catch {
    return undefined;
  }
}
