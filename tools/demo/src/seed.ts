import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Api, photoForm, signIn } from '@portfolio/api-client';
import {
  DEMO_ACCOUNT,
  type CommentListView,
  type CommentView,
  type GalleryListView,
  type NewsItemView,
  type PhotoListView,
  type PhotoView,
  type SaveSettings,
  type WebsiteSettingsView,
} from '@portfolio/contracts';
import { comments, galleries, newsItem, pictureFileOf, pieces, settings } from './catalogue.ts';
import type { Piece, PieceComment } from './piece.ts';

export interface SeedOptions {
  /** Where the site answers, such as `http://localhost:3000`. */
  origin: string;
  /** Told how many pieces can be seen, of how many. */
  onProgress?: (done: number, total: number) => void;
}

/** Finds the photo of a piece by the piece's title. */
type PhotoIds = (title: string) => number;

/** Milliseconds between two looks at the pieces that are still being rendered. */
const LOOK_EVERY = 500;
/** Milliseconds for one request: a first start is busier than a site at rest. */
const PATIENCE = 60_000;

/**
 * Fills an empty site with the demo's content, through the API that the artist's browser uses, and waits until every
 * picture can be seen. What an earlier, interrupted run brought in is not brought in again.
 *
 * @throws ApiError when the site refuses or cannot be reached, Error when a picture cannot be rendered
 */
export async function seedDemo({ origin, onProgress = () => undefined }: SeedOptions): Promise<void> {
  const { email, password } = DEMO_ACCOUNT;
  const { token } = await signIn(new Api({ origin, timeout: PATIENCE }), { email, password });
  const api = new Api({ origin, timeout: PATIENCE, token: () => token });
  await bringSettings(api);
  await bringPhotos(api);
  const idOf = await untilReady(api, onProgress);
  for (const comment of comments) await bringComment(api, comment, idOf);
  await bringNews(api);
  await hangGalleries(api, idOf);
}

/**
 * Every picture carries the artist's name: it is set before the first one, or all of them would be rendered twice. Who
 * finds a name, or a picture, comes back to a site that had its name and may have been given another since.
 */
async function bringSettings(api: Api): Promise<void> {
  const { settings: current } = await api.get<WebsiteSettingsView>('/admin/settings/website');
  if (current.artist_name.value !== '' || (await photosOf(api)).length > 0) return;
  await api.put('/admin/settings/website', { settings } satisfies SaveSettings);
}

/** Uploads one piece at a time, in hanging order, while the worker renders those before it. */
async function bringPhotos(api: Api): Promise<void> {
  const there = new Set((await photosOf(api)).map(({ title }) => title));
  for (const piece of pieces) if (!there.has(piece.title)) await upload(api, piece);
}

async function upload(api: Api, piece: Piece): Promise<void> {
  const file = pictureFileOf(piece);
  const image = new File([await readFile(file)], basename(file), { type: 'image/jpeg' });
  const form = photoForm(image, {
    title: piece.title,
    description: piece.description,
    alt_text: piece.altText,
    is_for_sale: piece.isForSale,
    ...(piece.sellingPrice !== null && { selling_price: piece.sellingPrice }),
  });
  await api.post<{ photo: PhotoView }>('/photos/upload', form);
}

async function untilReady(api: Api, onProgress: (done: number, total: number) => void): Promise<PhotoIds> {
  for (;;) {
    const photos = new Map((await photosOf(api)).map((photo) => [photo.title, photo]));
    const failed = pieces.map(({ title }) => photos.get(title)).find((photo) => photo?.status === 'failed');
    if (failed) throw new Error(`${failed.title}: ${failed.failure}`);
    const ready = pieces.filter(({ title }) => photos.get(title)?.status === 'ready').length;
    onProgress(ready, pieces.length);
    if (ready === pieces.length) return (title) => photos.get(title)?.id ?? 0;
    await wait(LOOK_EVERY);
  }
}

async function bringComment(api: Api, { piece, ...comment }: PieceComment, idOf: PhotoIds): Promise<void> {
  const there = await api.get<CommentListView>(`/comments/photo/${idOf(piece)}`);
  if (there.comments.some(({ content }) => content === comment.content)) return;
  const posted = await api.post<{ comment: CommentView }>('/comments', {
    photo_id: idOf(piece),
    author_name: comment.authorName,
    author_email: comment.authorEmail,
    content: comment.content,
  });
  await api.put(`/comments/${posted.comment.id}/approve`, {});
}

async function bringNews(api: Api): Promise<void> {
  const { news } = await api.get<{ news: NewsItemView | null }>('/public/news/latest');
  if (!news) await api.post('/news', newsItem);
}

/** The last gallery first: a site shows the newest first. */
async function hangGalleries(api: Api, idOf: PhotoIds): Promise<void> {
  const there = (await api.get<GalleryListView>('/galleries?limit=200')).galleries.map(({ slug }) => slug);
  for (const { pieces: hung, ...gallery } of [...galleries].reverse()) {
    if (there.includes(gallery.slug)) continue;
    await api.post('/galleries', { ...gallery, photo_ids: hung.map(({ title }) => idOf(title)) });
  }
}

const photosOf = async (api: Api): Promise<PhotoView[]> => (await api.get<PhotoListView>('/photos?limit=200')).photos;
