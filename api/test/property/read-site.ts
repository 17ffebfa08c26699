import type {
  DashboardView,
  GalleryDetailView,
  GalleryView,
  KnownPhotosView,
  LatestNewsItemView,
  NewsItemView,
  PhotoNeighboursView,
  PhotoView,
  PublicSettingsView,
  SitemapPartView,
  SitemapView,
  TagListView,
} from '@portfolio/contracts';
import type { ViewerClient } from './viewer-client.ts';
import { RENDITION, versionOfPhoto } from './seed-world.ts';
import type { SiteContent } from './model.ts';
import { contentHashOf, galleryPhotoPairs, type Questions, slugOf, type World } from './world.ts';

const latest = (item: LatestNewsItemView | null) => item && { id: item.id, picture: item.picture?.id ?? null };

/** Reads all surfaces of the site. @see expectedSite */
export async function readSite(client: ViewerClient, world: World, questions: Questions): Promise<SiteContent> {
  const { limit, search, isForSale, gone } = questions;
  const list = client.list.bind(client);
  const narrowed = `search=${encodeURIComponent(search)}`;
  const content: SiteContent = {
    photos: await list('/api/photos', 'photos', limit, summary),
    'photos, searched': await list(`/api/photos?${narrowed}`, 'photos', limit, idOf),
    'photos, by tag': await list(`/api/photos?tag=${encodeURIComponent(search)}`, 'photos', limit, idOf),
    tags: await client.get('/api/tags', tagsOf),
    'photos, by sale': await list(`/api/photos?for_sale=${isForSale}`, 'photos', limit, idOf),
    'photos, with their pictures': await list('/api/photos?embed=base64', 'photos', limit, embedded),
    galleries: await list('/api/galleries', 'galleries', limit, gallerySummary),
    news: await list('/api/news', 'news', limit, idOf),
    'latest news': await client.get('/api/public/news/latest', ({ news }) => latest(news as LatestNewsItemView | null)),
    background: await client.get('/api/public/settings', backgroundOf),
    sitemap: await client.get('/api/public/sitemap', partsOf),
    'first part of the sitemap': await client.get('/api/public/sitemap/1', sitemapPart),
  };
  for (const id of [...world.photos.map(idOf), ...gone.photos]) {
    const image = `/media/${id}/${versionOfPhoto({ id })}/${RENDITION.width}.${RENDITION.format}`;
    let address: string | null = null;
    content[`photo ${id}`] = await client.get(`/api/photos/${id}`, ({ photo }) => {
      address = (photo as PhotoView).image_url;
      return summary(photo as PhotoView);
    });
    content[`comments on ${id}`] = await list(`/api/comments/photo/${id}`, 'comments', limit, idOf);
    content[`files of ${id}`] = await client.opens(image);
    if (client.viewer === 'administrator' && address !== null) {
      content[`files of ${id}, by the address in the response`] = await client.opens(address);
    }
  }
  for (const id of [...world.galleries.map(idOf), ...gone.galleries]) {
    const address = `/api/galleries/${slugOf({ id })}`;
    const inGallery = `/api/photos?gallery_id=${id}`;
    content[`gallery ${id}`] = await client.get(address, galleryDetail);
    content[`gallery ${id}, by pages`] = await list(address, 'photos', limit, idOf);
    content[`photos of gallery ${id}`] = await list(inGallery, 'photos', limit, idOf);
    content[`photos of gallery ${id}, searched and by sale`] = await list(
      `${inGallery}&${narrowed}&for_sale=${isForSale}`,
      'photos',
      limit,
      idOf,
    );
  }
  for (const [gallery, photo] of galleryPhotoPairs(world, questions)) {
    content[`position of ${photo} in gallery ${gallery}`] = await positionIn(client, gallery, photo);
  }
  for (const id of [...world.news.map(idOf), ...gone.news]) {
    content[`news ${id}`] = await client.get(`/api/news/${id}`, ({ news }) => (news as NewsItemView).id);
  }
  return { ...content, ...(await readBackOffice(client, world, limit)) };
}

async function readBackOffice(client: ViewerClient, world: World, limit: number): Promise<SiteContent> {
  const list = client.list.bind(client);
  const both: SiteContent = {
    'all comments': await list('/api/comments', 'comments', limit, idOf),
    dashboard: await client.get('/api/admin/dashboard', (body) => dashboard(body as never)),
    'photos by their files': await known(client, world),
  };
  if (client.viewer !== 'administrator') return both;
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

/** Known photos by the hashes of all files and an unknown one, latest first. */
async function known(client: ViewerClient, { photos }: World) {
  const content_hashes = [...photos, { title: 'never uploaded' }].map(contentHashOf);
  const { status, body } = await client.send('POST', '/api/photos/known', { content_hashes });
  if (status !== 200) return status;
  const found = (body as unknown as KnownPhotosView).known.map(({ photo }) => summary(photo));
  return found.sort((one, other) => other.id - one.id);
}

/** Position and neighbours of a photo in a gallery, or the error code. */
async function positionIn(client: ViewerClient, gallery: number, photo: number) {
  const address = `/api/galleries/${slugOf({ id: gallery })}/photos/${photo}/neighbours`;
  const { status, body } = await client.send('GET', address);
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

/** Number of photos by tag. */
const tagsOf = (body: Record<string, unknown>) =>
  Object.fromEntries(
    (body as unknown as TagListView).tags.map(({ name, photo_count }) => [name.toLowerCase(), photo_count]),
  );

const partsOf = (body: Record<string, unknown>) => (body as unknown as SitemapView).parts;

function sitemapPart(body: Record<string, unknown>) {
  const { galleries, photos } = body as unknown as SitemapPartView;
  const idIn = (image: string | null) => image && pictured(image, /\/f0(\d+)\//);
  return {
    galleries: galleries.map(({ slug, image }) => ({ slug, cover: idIn(image) })),
    photos: photos.map(({ id, image }) => ({ id, picture: idIn(image) })),
  };
}

function backgroundOf(body: Record<string, unknown>) {
  const { backgroundImage } = body as unknown as PublicSettingsView;
  return backgroundImage === null ? null : pictured(backgroundImage, /\/ba(\d+)\//);
}

/** Id of the row of a media address. */
const pictured = (address: string, version: RegExp) => Number(version.exec(address)?.[1] ?? Number.NaN);
