import { PHOTO_SORTS } from '@portfolio/contracts';
import { MEASURED, type Size } from '../api/bench-database.ts';

/** A call of the API; lists in its response have the same length at each size. */
export interface ScaleCall {
  who: 'visitor' | 'administrator';
  method?: 'PUT' | 'POST';
  /** Depends on the size for a page in the middle of the list. */
  path: string | ((size: Size) => string);
  /** Body of a round. A change differs in each round; else triggers would skip its work. */
  body?: (round: number) => object;
}

const cursor = (position: string) => Buffer.from(position).toString('base64url');
const middle = ({ photos }: Size) => photos / 2;

const { galleryId, slug, photoId, word, letters, tag } = MEASURED;
const measuredIds = Array.from({ length: 20 }, (_, index) => photoId - index);

const visitor = (path: ScaleCall['path']): ScaleCall => ({ who: 'visitor', path });
const administrator = (path: ScaleCall['path'], request: Partial<ScaleCall> = {}): ScaleCall => ({
  who: 'administrator',
  path,
  ...request,
});
const change = (path: string, body: (round: number) => object): ScaleCall =>
  administrator(path, { method: 'PUT', body });
const isEven = (round: number) => round % 2 === 0;

/** Lists with filters and orders, and changes. Even rounds, such as the last one, undo the odd ones, except for the title. */
export const CALLS: ScaleCall[] = [
  visitor('/api/photos?limit=20'),
  visitor((size) => `/api/photos?limit=20&cursor=${cursor(`photos:${middle(size)}`)}`),
  visitor('/api/photos?limit=10&for_sale=true'),
  visitor(`/api/photos?limit=20&gallery_id=${galleryId}`),
  visitor(`/api/photos?limit=20&search=${word}`),
  visitor(`/api/photos?limit=20&search=${letters}`),
  visitor('/api/photos?limit=20&search=nowhere'),
  visitor('/api/photos?limit=20&search=photo'),
  visitor(`/api/photos/${photoId}`),
  visitor(`/api/photos?limit=20&tag=${tag}`),
  visitor('/api/tags'),
  visitor(`/api/tags/${tag}`),
  visitor('/api/galleries?limit=20'),
  visitor(`/api/galleries/${slug}`),
  visitor(`/api/galleries/${slug}/photos/${photoId}/neighbours`),
  visitor(`/api/comments/photo/${photoId}?limit=20`),
  visitor('/api/news?limit=20'),
  visitor('/api/news/1'),
  visitor('/api/public/news/latest'),
  visitor('/api/public/settings'),
  ...PHOTO_SORTS.map((sort) => administrator(`/api/photos?limit=20&sort=${sort}`)),
  administrator(
    (size) => `/api/photos?limit=20&cursor=${cursor(`photos-by-newest:${middle(size)},0,${middle(size)}`)}`,
  ),
  ...['status=ready', 'status=failed', 'visibility=unlisted', 'for_sale=true', 'no_other_gallery=true'].flatMap(
    (filter) => [
      administrator(`/api/photos?limit=20&${filter}`),
      administrator(`/api/photos?limit=20&${filter}&sort=title`),
    ],
  ),
  administrator(`/api/photos?limit=20&gallery_id=${galleryId}&sort=title`),
  administrator(`/api/photos?limit=1&gallery_id=${galleryId}&no_other_gallery=true`),
  administrator(`/api/photos?limit=20&search=${word}&sort=title`),
  administrator('/api/photos?limit=20&search=photo&sort=title'),
  administrator('/api/photos/known', {
    method: 'POST',
    body: () => ({ content_hashes: ['0'.repeat(64)] }),
  }),
  administrator('/api/galleries?limit=20&status=all'),
  administrator('/api/galleries?limit=20&status=active'),
  administrator(`/api/galleries/${slug}`),
  ...['all', 'pending', 'approved'].map((status) => administrator(`/api/comments?limit=20&status=${status}`)),
  administrator((size) => `/api/comments?limit=20&cursor=${cursor(`moderated-comments:${size.comments / 2}`)}`),
  administrator('/api/tags'),
  administrator(`/api/photos?limit=20&tag=${tag}`),
  administrator('/api/admin/export'),
  administrator('/api/admin/export/storage'),
  administrator('/api/admin/trash'),
  administrator('/api/admin/messages?limit=20'),
  administrator('/api/news?limit=20'),
  administrator('/api/admin/dashboard'),
  administrator('/api/admin/queue'),
  administrator('/api/admin/settings/website'),
  administrator('/api/auth/sessions'),
  change(`/api/photos/${photoId}`, (round) => ({ title: `Renamed ${round}` })),
  change('/api/photos/batch', (round) => ({ is_for_sale: !isEven(round), photo_ids: measuredIds })),
  change('/api/photos/batch', (round) => ({
    visibility: isEven(round) ? 'public' : 'unlisted',
    photo_ids: measuredIds,
  })),
  change(`/api/galleries/${galleryId}`, (round) => ({ is_active: isEven(round) })),
  change(`/api/galleries/${galleryId}/order`, (round) => ({
    photo_ids: isEven(round) ? measuredIds : measuredIds.toReversed(),
  })),
  change('/api/comments/batch/approve', (round) => ({ is_approved: isEven(round), comment_ids: measuredIds })),
];
