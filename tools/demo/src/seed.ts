import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Api, imageForm, signIn } from '@portfolio/api-client';
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
import {
  comments,
  galleries,
  newsItem,
  pictureFileOf,
  pieces,
  settings,
  type Piece,
  type PieceComment,
} from './catalogue.ts';

interface SeedOptions {
  /** Address of the site. */
  origin: string;
  /** Called with the number of photos that are ready or deleted, and the total. */
  onProgress?: (done: number, total: number) => void;
}

/** Photos by title, without those that the artist has deleted. */
type Photos = ReadonlyMap<string, PhotoView>;

const POLL_INTERVAL_MS = 500;
/** Long, since a first start is busy. */
const TIMEOUT_MS = 60_000;

/**
 * Uploads the demo content through the API and waits until all photos are ready. Content of an interrupted run is skipped.
 *
 * @throws ApiError for a failed call, Error when a photo cannot be rendered
 */
export async function seedDemo({ origin, onProgress = () => undefined }: SeedOptions): Promise<void> {
  const { email, password } = DEMO_ACCOUNT;
  const { token } = await signIn(new Api({ origin, timeout: TIMEOUT_MS }), { email, password });
  const api = new Api({ origin, timeout: TIMEOUT_MS, token: () => token });
  await uploadSettings(api);
  await uploadPhotos(api);
  const photos = await waitForReady(api, onProgress);
  for (const comment of comments) await postComment(api, comment, photos);
  await postNews(api);
  await createGalleries(api, photos);
}

/**
 * Sets the artist's name before the first upload, since renditions contain it. An existing name or photo means that an
 * earlier run has set it.
 */
async function uploadSettings(api: Api): Promise<void> {
  const { settings: current } = await api.get<WebsiteSettingsView>('/admin/settings/website');
  if (current.artist_name.value !== '' || (await photosOf(api)).length > 0) return;
  await api.put('/admin/settings/website', { settings } satisfies SaveSettings);
}

/** Uploads photos in sequence, while the worker renders the previous ones. */
async function uploadPhotos(api: Api): Promise<void> {
  const existing = new Set((await photosOf(api)).map(({ title }) => title));
  for (const piece of pieces) if (!existing.has(piece.title)) await upload(api, piece);
}

async function upload(api: Api, piece: Piece): Promise<void> {
  const file = pictureFileOf(piece);
  const image = new File([await readFile(file)], basename(file), { type: 'image/jpeg' });
  const form = imageForm(image, {
    title: piece.title,
    description: piece.description,
    alt_text: piece.altText,
    is_for_sale: piece.sellingPrice !== undefined,
    ...(piece.sellingPrice !== undefined && { selling_price: piece.sellingPrice }),
  });
  await api.post<{ photo: PhotoView }>('/photos/upload', form);
}

async function waitForReady(api: Api, onProgress: (done: number, total: number) => void): Promise<Photos> {
  for (;;) {
    const photos = new Map((await photosOf(api)).map((photo) => [photo.title, photo]));
    const failed = pieces.map(({ title }) => photos.get(title)).find((photo) => photo?.status === 'failed');
    if (failed) throw new Error(`${failed.title}: ${failed.failure}`);
    const left = pieces.filter(({ title }) => photos.get(title)?.status === 'processing').length;
    onProgress(pieces.length - left, pieces.length);
    if (left === 0) return photos;
    await wait(POLL_INTERVAL_MS);
  }
}

async function postComment(api: Api, { piece, ...comment }: PieceComment, photos: Photos): Promise<void> {
  const photo = photos.get(piece);
  if (!photo) return;
  const existing = await api.get<CommentListView>(`/comments/photo/${photo.id}`);
  if (existing.comments.some(({ content }) => content === comment.content)) return;
  const posted = await api.post<{ comment: CommentView }>('/comments', { ...comment, photo_id: photo.id });
  await api.put(`/comments/${posted.comment.id}/approve`, {});
}

async function postNews(api: Api): Promise<void> {
  const { news } = await api.get<{ news: NewsItemView | null }>('/public/news/latest');
  if (!news) await api.post('/news', newsItem);
}

/** In reverse, since a site shows the newest first. */
async function createGalleries(api: Api, photos: Photos): Promise<void> {
  const existing = (await api.get<GalleryListView>('/galleries?limit=200')).galleries.map(({ slug }) => slug);
  for (const { pieces: hung, ...gallery } of [...galleries].reverse()) {
    if (existing.includes(gallery.slug)) continue;
    const photo_ids = hung.flatMap(({ title }) => photos.get(title)?.id ?? []);
    if (photo_ids.length > 0) await api.post('/galleries', { ...gallery, photo_ids });
  }
}

const photosOf = async (api: Api): Promise<PhotoView[]> => (await api.get<PhotoListView>('/photos?limit=200')).photos;
