import { linksTo } from './scroll-positions.ts';

/** The `view-transition-name` in navigation.css. */
const NAME = 'photo';

/** The stage of a photo has the name in its styles. */
const STAGE = `[data-transition='${NAME}']`;

let named: HTMLElement | null = null;
let latest: ViewTransition | null = null;

/**
 * Changes the page within a view transition, where browser and visitor want one. The change may happen a frame later, and
 * happens also when the next transition skips this one.
 *
 * @param pictures in the old and in the new page
 */
export function inTransition(change: () => void, pictures: Record<'before' | 'after', () => HTMLElement | null>): void {
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // Chromium crashes when the viewer leaves full screen within a transition.
  const isOff = isReduced || document.fullscreenElement || document.visibilityState === 'hidden';
  if (!document.startViewTransition || isOff) {
    change();
    return;
  }
  setName(pictures.before());
  const before = shownPicture();
  const transition = document.startViewTransition(() => {
    setName(null);
    change();
    setName(pictures.after());
    const after = shownPicture();
    const image = before?.querySelector('img');
    // The old rendition, if it has loaded, fills in until the new one is decoded: neither shines through the other.
    if (after && image?.complete && image.naturalWidth) after.style.backgroundImage = `url("${image.currentSrc}")`;
  });
  latest = transition;
  const onPress = () => {
    transition.skipTransition();
    addEventListener('click', passOn, { once: true, capture: true });
  };
  addEventListener('pointerdown', onPress, { once: true });
  // `ready` rejects for a skipped transition, `finished` for a failed change.
  transition.ready.catch(() => undefined);
  void transition.finished
    .catch(() => undefined)
    .then(() => {
      removeEventListener('pointerdown', onPress);
      if (latest === transition) setName(null);
    });
}

/** During a transition, Chromium sends a click to the root element instead of the link or button at its place. */
function passOn({ target, clientX, clientY }: MouseEvent) {
  if (target !== document.documentElement) return;
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('a, button')?.click();
}

/** The picture that takes part in the transition. */
const shownPicture = () => document.querySelector<HTMLElement>(`${STAGE} picture`) ?? named;

/** Names at most one picture: browsers refuse a transition with two of a name. */
function setName(picture: HTMLElement | null) {
  if (named) named.style.viewTransitionName = '';
  named = document.querySelector(STAGE) ? null : picture;
  if (named) named.style.viewTransitionName = NAME;
}

export const pictureIn = (link: Element | undefined): HTMLElement | null =>
  link?.querySelector<HTMLElement>('picture, img') ?? null;

/** A picture in view that links to an address. */
export const pictureTo = (address: string): HTMLElement | null =>
  linksTo(address)
    .map(pictureIn)
    .find((picture) => picture && isInView(picture)) ?? null;

function isInView(element: Element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
