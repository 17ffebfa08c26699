import type { Api } from '@portfolio/api-client';
import { LIMITS, type GalleryListView, type PageView, type PhotoListView, type PhotoView } from '@portfolio/contracts';

/** Everything that the public can see, as the API tells it to a visitor: what is hidden never comes here. */
export interface PublicSite {
  galleries: { slug: string; image: string | null }[];
  photos: { id: number; image: string | null }[];
}

/** Walks through all galleries and photos, one page of the list after the other, the newest first. */
export async function readPublicSite(api: Api): Promise<PublicSite> {
  const site: PublicSite = { galleries: [], photos: [] };
  for await (const { galleries } of pagesOf<GalleryListView>(api, '/galleries')) {
    for (const { slug, preview } of galleries) site.galleries.push({ slug, image: largest(preview?.renditions) });
  }
  for await (const { photos } of pagesOf<PhotoListView>(api, '/photos')) {
    for (const { id, renditions } of photos) site.photos.push({ id, image: largest(renditions) });
  }
  return site;
}

async function* pagesOf<T extends PageView>(api: Api, path: string): AsyncGenerator<T> {
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: String(LIMITS.page.max), ...(cursor && { cursor }) });
    const page: T = await api.get<T>(`${path}?${query}`);
    yield page;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

/** The address of the largest JPEG, the format that everybody can read. */
const largest = (renditions: PhotoView['renditions'] = []) =>
  renditions.findLast(({ format }) => format === 'jpeg')?.url ?? null;
