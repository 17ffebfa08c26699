import { screen } from '@testing-library/react';
import type { PhotoView } from '@portfolio/contracts';
import { aPhoto } from './factories.ts';
import type { ApiCall } from './fake-api.ts';

const byTitle = new Intl.Collator('en', { numeric: true });

/** Photo list with paging, sorting and search as by the API. */
export function aPhotoSite(count: number, differences: (position: { id: number }) => Partial<PhotoView> = () => ({})) {
  const photos = Array.from({ length: count }, (_, index) => {
    const id = count - index;
    return aPhoto({ id, title: `Photo ${id}`, ...differences({ id }) });
  });
  const [cursors, searches]: (string | null)[][] = [[], []];
  let gate = Promise.resolve();
  let release = () => {};

  const list = async ({ query }: ApiCall) => {
    const search = query.get('search');
    cursors!.push(query.get('cursor'));
    searches!.push(search);
    await gate;
    const isByTitle = query.get('sort') === 'title';
    const inOrder = isByTitle ? photos.toSorted((one, other) => byTitle.compare(one.title, other.title)) : photos;
    const found = inOrder.filter(({ title }) => title.toLowerCase().includes(search?.toLowerCase() ?? ''));
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit'));
    return { photos: found.slice(from, to), next_cursor: to < found.length ? String(to) : null, total: found.length };
  };
  return {
    photos,
    list,
    routes: { 'GET /photos': list },
    /** Cursors and searches of all requests. */
    cursors: cursors!,
    searches: searches!,
    /** Holds requests until `release`. */
    hold: () => {
      gate = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
}

/** Card of a photo, once rendered. */
export const card = (title: string): Promise<HTMLElement> => screen.findByRole('listitem', { name: title });

/** Rendered cards in order. */
export const cards = (): HTMLElement[] =>
  [...screen.getByRole('list', { name: 'Photos' }).querySelectorAll('li')].filter((item) => item.dataset.photo);
