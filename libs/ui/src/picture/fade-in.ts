/**
 * Lets a picture that arrives after the page came to life fade in over its placeholder. Meant as a `ref`.
 *
 * One that is there already is left as it is, so that nothing flickers at hydration, and without JavaScript every
 * picture simply shows.
 */
export function fadeIn(image: HTMLImageElement | null): void {
  if (!image || image.complete) return;
  image.dataset['arriving'] = '';
  const show = () => delete image.dataset['arriving'];
  image.addEventListener('load', show, { once: true });
  image.addEventListener('error', show, { once: true });
}
