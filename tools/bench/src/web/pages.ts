export interface Page {
  name: string;
  path: string;
}

/** The home page, the largest gallery, and its first photo inside the gallery. */
export async function findPages(origin: string): Promise<Page[]> {
  const read = async <T>(path: string) => (await (await fetch(`${origin}/api${path}`)).json()) as T;
  const { galleries } = await read<{ galleries: { slug: string; photo_count: number }[] }>('/galleries');
  const largest = galleries.toSorted((a, b) => b.photo_count - a.photo_count)[0];
  if (!largest) throw new Error('The demo site has no gallery');
  const { photos } = await read<{ photos: { id: number }[] }>(`/galleries/${largest.slug}`);
  return [
    { name: 'home', path: '/' },
    { name: `gallery of ${largest.photo_count}`, path: `/gallery/${largest.slug}` },
    { name: 'photo', path: `/photo/${photos[0]?.id}?gallery=${largest.slug}` },
  ];
}
