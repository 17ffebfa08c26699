import { linksTo } from './scroll-positions.ts';

/** The name of what is carried from one page to the next, as in the styles. */
const CARRIED = 'photo';

/** What stands in a page for good and is carried: the stage of a photo. */
const STANDING = `[data-carried='${CARRIED}']`;

let carried: HTMLElement | null = null;
let latest: ViewTransition | null = null;

export interface CarriedPictures {
  /** The picture that leads to the next page, in the page that is left. */
  before: () => HTMLElement | null;
  /** The picture that leads to the page that was left, in the next one. */
  after: () => HTMLElement | null;
}

/**
 * Changes the page within a transition of the browser, where it has them and motion is welcome. The change may then happen a
 * frame later. A transition that is cut short by the next one changes the page all the same.
 */
export function inTransition(change: () => void, { before, after }: CarriedPictures): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!document.startViewTransition || isCalm || document.visibilityState === 'hidden') {
    change();
    return;
  }
  carry(before());
  const transition = document.startViewTransition(() => {
    carry(null);
    change();
    carry(after());
  });
  latest = transition;
  // Both fail when the transition is skipped, which is no fault: only its animation is missing.
  transition.ready.catch(() => undefined);
  void transition.finished
    .catch(() => undefined)
    .then(() => {
      if (latest === transition) carry(null);
    });
}

/** Gives the name to one picture at most: with two of a name the browser would refuse the transition. */
function carry(picture: HTMLElement | null) {
  if (carried) carried.style.viewTransitionName = '';
  carried = document.querySelector(STANDING) ? null : picture;
  if (carried) carried.style.viewTransitionName = CARRIED;
}

/** The picture in a link. */
export const pictureIn = (link: Element | undefined): HTMLElement | null =>
  link?.querySelector<HTMLElement>('picture, img') ?? null;

/** A picture in view that leads to an address. */
export const pictureTo = (address: string): HTMLElement | null =>
  linksTo(address)
    .map(pictureIn)
    .find((picture) => picture && isInView(picture)) ?? null;

function isInView(element: Element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
