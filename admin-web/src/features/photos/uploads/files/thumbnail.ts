/** Pictures that are decoded at a time, each of which is large in memory for a moment. */
const AT_A_TIME = 2;
/** Pixels: sharp at three times the size of a row's picture, whichever way the photo lies. */
const HEIGHT = 216;

const waiting: (() => void)[] = [];
let underWay = 0;

/**
 * A small picture of a file, decoded beside the page. Undefined for what cannot be shown, and for what nobody waits for any
 * more when its turn comes.
 */
export async function makeThumbnail(file: File, gone: AbortSignal): Promise<ImageBitmap | undefined> {
  if (underWay >= AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
  underWay++;
  try {
    if (gone.aborted) return undefined;
    // A finer scaling would be done in the page's own time.
    return await createImageBitmap(file, { resizeHeight: HEIGHT, resizeQuality: 'low' });
  } catch {
    return undefined;
  } finally {
    underWay--;
    waiting.shift()?.();
  }
}

/** Resolves when an element comes near the part of the page that is seen. */
export function nearView(element: Element, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    gone.addEventListener('abort', () => observer.disconnect(), { once: true });
  });
}
