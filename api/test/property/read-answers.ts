import type {
  DashboardView,
  GalleryDetailView,
  GalleryView,
  KnownPhotosView,
  NewsItemView,
  PhotoNeighboursView,
  PhotoView,
  PublicSettingsView,
} from '@portfolio/contracts';
import type { Asking } from './asking.ts';
import { RENDITION, versionOfPhoto } from './install.ts';
import type { Answers } from './model.ts';
import { contentHashOf, placesToAsk, type Questions, slugOf, type World } from './world.ts';

/** Asks every surface that shows something of the rows. @see expectedAnswers, which says what is right */
export async function readAnswers(asking: Asking, world: World, questions: Questions): Promise<Answers> {
  const { limit, search, isForSale, gone } = questions;
  const list = asking.list.bind(asking);
  const narrowed = `search=${encodeURIComponent(search)}`;
  const answers: Answers = {
    photos: await list('/api/photos', 'photos', limit, summary),
    'photos, searched': await list(`/api/photos?${narrowed}`, 'photos', limit, idOf),
    'photos, by sale': await list(`/api/photos?for_sale=${isForSale}`, 'photos', limit, idOf),
    'photos, with their pictures': await list('/api/photos?embed=base64', 'photos', limit, embedded),
    galleries: await list('/api/galleries', 'galleries', limit, gallerySummary),
    news: await list('/api/news', 'news', limit, idOf),
    'latest news': await asking.get('/api/public/news/latest', ({ news }) => (news as NewsItemView | null)?.id ?? null),
    background: await asking.get('/api/public/settings', backgroundOf),
  };
  for (const id of [...world.photos.map(idOf), ...gone.photos]) {
    const image = `/media/${id}/${versionOfPhoto({ id })}/${RENDITION.width}.${RENDITION.format}`;
    let address: string | null = null;
    answers[`photo ${id}`] = await asking.get(`/api/photos/${id}`, ({ photo }) => {
      address = (photo as PhotoView).image_url;
      return summary(photo as PhotoView);
    });
    answers[`comments on ${id}`] = await list(`/api/comments/photo/${id}`, 'comments', limit, idOf);
    answers[`files of ${id}`] = await asking.opens(image);
    if (asking.viewer === 'administrator' && address !== null) {
      answers[`files of ${id}, by the address answered`] = await asking.opens(address);
    }
  }
  for (const id of [...world.galleries.map(idOf), ...gone.galleries]) {
    const address = `/api/galleries/${slugOf({ id })}`;
    const inGallery = `/api/photos?gallery_id=${id}`;
    answers[`gallery ${id}`] = await asking.get(address, galleryDetail);
    answers[`gallery ${id}, by pages`] = await list(address, 'photos', limit, idOf);
    answers[`photos of gallery ${id}`] = await list(inGallery, 'photos', limit, idOf);
    answers[`photos of gallery ${id}, searched and by sale`] = await list(
      `${inGallery}&${narrowed}&for_sale=${isForSale}`,
      'photos',
      limit,
      idOf,
    );
  }
  for (const [gallery, photo] of placesToAsk(world, questions)) {
    answers[`place of ${photo} in gallery ${gallery}`] = await standing(asking, gallery, photo);
  }
  for (const id of [...world.news.map(idOf), ...gone.news]) {
    answers[`news ${id}`] = await asking.get(`/api/news/${id}`, ({ news }) => (news as NewsItemView).id);
  }
  return { ...answers, ...(await readBackOffice(asking, world, limit)) };
}

async function readBackOffice(asking: Asking, world: World, limit: number): Promise<Answers> {
  const list = asking.list.bind(asking);
  const both: Answers = {
    'all comments': await list('/api/comments', 'comments', limit, idOf),
    dashboard: await asking.get('/api/admin/dashboard', (body) => dashboard(body as never)),
    'photos by their files': await known(asking, world),
  };
  if (asking.viewer === 'visitor') return both;
  return {
    ...both,
    'pending comments': await list('/api/comments?status=pending', 'comments', limit, idOf),
    'approved comments': await list('/api/comments?status=approved', 'comments', limit, idOf),
    'active galleries': await list('/api/galleries?status=active', 'galleries', limit, idOf),
    'inactive galleries': await list('/api/galleries?status=inactive', 'galleries', limit, idOf),
    'hidden photos': await list('/api/photos?visibility=hidden', 'photos', limit, idOf),
    'photos in no gallery': await list('/api/photos?no_other_gallery=true', 'photos', limit, idOf),
    'processing photos': await list('/api/photos?status=processing', 'photos', limit, idOf),
  };
}

/** The photos that are told of files that are there, and of one that is not, latest first. */
async function known(asking: Asking, { photos }: World) {
  const content_hashes = [...photos, { title: 'never uploaded' }].map(contentHashOf);
  const { status, body } = await asking.send('POST', '/api/photos/known', { content_hashes });
  if (status !== 200) return status;
  const found = (body as unknown as KnownPhotosView).known.map(({ photo }) => summary(photo));
  return found.sort((one, other) => other.id - one.id);
}

/** Where the photo stands and what is beside it, each as it is told in the lists, or which of the two is not there. */
async function standing(asking: Asking, gallery: number, photo: number) {
  const address = `/api/galleries/${slugOf({ id: gallery })}/photos/${photo}/neighbours`;
  const { status, body } = await asking.send('GET', address);
  if (status !== 200) return body.code;
  const { place, total, previous, next, gallery: named } = body as unknown as PhotoNeighboursView;
  return { gallery: named, place, total, previous: previous && summary(previous), next: next && summary(next) };
}

const idOf = ({ id }: { id: number }) => id;

function summary({ id, visibility, galleries, gallery_id, gallery_name, comment_count }: PhotoView) {
  return { id, visibility, galleries: galleries.map(idOf), gallery_id, gallery_name, comment_count };
}

function embedded({ id, large_thumbnail_base64: picture }: PhotoView) {
  return { id, picture: picture == null ? null : Buffer.from(picture, 'base64').toString() };
}

function gallerySummary({ id, photo_count, preview_image, preview }: GalleryView) {
  if ((preview_image === null) !== (preview === null)) throw new Error(`Gallery ${id} has one cover and not the other`);
  return { id, photo_count, cover: preview_image === null ? null : pictured(preview_image, /\/f0(\d+)\//) };
}

function galleryDetail(body: Record<string, unknown>) {
  const { gallery, photos, total } = body as unknown as GalleryDetailView;
  if (total !== gallery.photoCount)
    throw new Error(`Gallery ${gallery.id} has a total of ${total}, and ${gallery.photoCount} photos`);
  return { ...gallerySummary(gallery), photoCount: gallery.photoCount, photos: photos.map(idOf) };
}

function dashboard({ galleries, photos, comments, pendingComments, recentPhotos, recentComments }: DashboardView) {
  return {
    galleries,
    photos,
    comments,
    pendingComments,
    recentPhotos: recentPhotos.map(idOf),
    recentComments: recentComments.map(idOf),
  };
}

function backgroundOf(body: Record<string, unknown>) {
  const { backgroundImage } = body as unknown as PublicSettingsView;
  return backgroundImage === null ? null : pictured(backgroundImage, /\/ba(\d+)\//);
}

/** The id of the row whose picture the address shows. */
const pictured = (address: string, version: RegExp) => Number(version.exec(address)?.[1] ?? Number.NaN);
