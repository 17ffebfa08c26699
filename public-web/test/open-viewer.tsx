import { afterEach, beforeEach, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Viewer, type ViewerProps } from '../src/features/photos/viewer/viewer.tsx';
import { aGallery, aPhoto, aPosition } from './fixtures.ts';
import { renderAt, respondWith } from './render-page.tsx';

const FACTS = { captured_at: null, place: null, camera: 'Canon EOS R5', lens: null, exposure: null };

const photosOf = (count: number) =>
  Array.from({ length: count }, (_, index) => aPhoto({ id: index + 1, title: `Photo ${index + 1}`, facts: FACTS }));

interface OpenOptions {
  /** Photos of the gallery. */
  count?: number;
  /** Number of the first photo. */
  at?: number;
  inGallery?: boolean;
  /** Number of the photo whose position never loads. */
  positionPending?: number;
}

let client: QueryClient;

/** Opens the viewer on a page whose photo follows it. */
export async function openViewer({ count = 3, at = 2, inGallery = true, positionPending }: OpenOptions = {}) {
  const photos = photosOf(count);
  const props = { onTurn: jest.fn<ViewerProps['onTurn']>(), onClose: jest.fn<ViewerProps['onClose']>() };
  const requested = respondWith({
    '/galleries/slack-water?limit=60': {
      gallery: { ...aGallery(), photoCount: count },
      photos,
      next_cursor: null,
      total: count,
    },
    ...Object.fromEntries(
      photos.map(({ id }) => [
        `/galleries/slack-water/photos/${id}/neighbours`,
        id === positionPending ? () => new Promise(() => {}) : aPosition(photos, id),
      ]),
    ),
  });
  const Page = () => {
    const [photo, setPhoto] = useState(photos[at - 1]!);
    const turn = (to: typeof photo) => {
      props.onTurn(to);
      setPhoto(to);
    };
    const gallery = inGallery ? photo.galleries[0] : undefined;
    return <Viewer photo={photo} slug={gallery?.slug} gallery={gallery} onTurn={turn} onClose={props.onClose} />;
  };
  const rendered = renderAt('/photo/2', <Page />);
  ({ client } = rendered);
  if (inGallery) await screen.findByText(`${at} of ${count}`);
  return { ...rendered, ...props, requested };
}

/** As the browser does: the picture is loaded, so the neighbours and the gallery's list follow. */
export const load = async () => {
  fireEvent.load(pictures()[0]!);
  const turnOfLoop = () => new Promise((resolve) => setTimeout(resolve));
  await act(async () => {
    while (client.isFetching() > 0) await turnOfLoop();
    // Observers are notified one turn of the event loop later.
    await turnOfLoop();
  });
};

export const dialog = () => screen.getByRole('dialog');
export const control = (name: string) => screen.getByRole('button', { name });
export const percent = () => dialog().querySelector('output')?.textContent;
export const stage = () => dialog().querySelector('.stage')!;
export const shownPhoto = () => screen.getAllByRole('status')[0]!.textContent;
/** Transforms of picture and track; zoom.test.ts and swipe.test.ts test the numbers. */
export const picture = () => dialog().querySelector<HTMLElement>('[data-transition]')!.style.transform;
export const track = () => dialog().querySelector<HTMLElement>('.track')!.style.transform;
export const pictures = () => screen.getAllByRole<HTMLImageElement>('img');

/** Pointer event with a time stamp; jsdom has mouse events only. */
export function pointer(
  type: string,
  pointerId: number,
  clientX: number,
  clientY: number,
  at: number,
  pointerType = 'touch',
  on: Element = stage(),
) {
  const event = new MouseEvent(type, { bubbles: true, clientX, clientY });
  Object.defineProperties(event, {
    pointerId: { value: pointerId },
    pointerType: { value: pointerType },
    timeStamp: { value: at },
    movementX: { value: 1 },
  });
  fireEvent(type === 'pointerdown' ? on : type === 'pointermove' ? dialog() : window, event);
}

export const tap = (x: number, y: number, at: number, by = 'touch', milliseconds = 50) => {
  pointer('pointerdown', 1, x, y, at, by);
  pointer('pointerup', 1, x, y, at + milliseconds, by);
};

/** Drags slowly, in steps, without a flick at the end. */
export function drag([x, y]: [number, number], [toX, toY]: [number, number], by = 'touch') {
  pointer('pointerdown', 1, x, y, 0, by);
  for (const share of [0.25, 0.5, 0.75, 1]) {
    pointer('pointermove', 1, x + (toX - x) * share, y + (toY - y) * share, share * 800, by);
  }
  pointer('pointerup', 1, toX, toY, 1_500, by);
}

/** Layout that jsdom lacks: a stage of 800 × 600 at the corner of the window, and a picture as wide. */
const SIZES = { clientWidth: 800, clientHeight: 600, offsetWidth: 800, offsetHeight: 400 };

/** Gives each test the layout, real timers and spies of its own. */
export function setUpLayout() {
  const before = new Map<string, PropertyDescriptor>();
  const ownerOf = (name: string) => (name.startsWith('client') ? Element.prototype : HTMLElement.prototype);
  beforeEach(() => {
    for (const [name, value] of Object.entries(SIZES)) {
      before.set(name, Object.getOwnPropertyDescriptor(ownerOf(name), name)!);
      Object.defineProperty(ownerOf(name), name, { configurable: true, get: () => value });
    }
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 600));
  });
  afterEach(() => {
    for (const [name, descriptor] of before) Object.defineProperty(ownerOf(name), name, descriptor);
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
}

export const withReducedMotion = () =>
  jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
