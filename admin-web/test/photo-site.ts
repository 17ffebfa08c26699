import { screen } from '@testing-library/react';
import type { PhotoView } from '@portfolio/contracts';
import { aPhoto } from './factories.ts';
import type { ApiCall } from './fake-api.ts';

const byTitle = new Intl.Collator('en', { numeric: true });

/** Photos, newest first or by title, that can be asked for by page and searched as on a server. */
export function aPhotoSite(count: number, differences: (place: { id: number }) => Partial<PhotoView> = () => ({})) {
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
    /** The cursors and the searches of all that has been asked so far. */
    cursors: cursors!,
    searches: searches!,
    /** Lets requests wait, and answers them all. */
    hold: () => {
      gate = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
}

/** The card of a photo, once it is there. */
export const card = (title: string): Promise<HTMLElement> => screen.findByRole('listitem', { name: title });

/** Those that are there now, in their order. */
export const cards = (): HTMLElement[] =>
  [...screen.getByRole('list', { name: 'Photos' }).querySelectorAll('li')].filter((item) => item.dataset.photo);
