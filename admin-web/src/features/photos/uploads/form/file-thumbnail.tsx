import { useCallback } from 'react';
import styles from './upload-form.module.css';

/** Images decoded at a time: each is large in memory. */
const CONCURRENCY = 2;
/** Pixels: three times the height of a row's picture. */
const HEIGHT = 216;

const waiting: (() => void)[] = [];
let running = 0;

/** Thumbnail of a local file, drawn once it comes near the visible part of the dialog. */
export function FileThumbnail({ file }: { file: File }) {
  const show = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (!canvas || !('createImageBitmap' in window)) return;
      const unmounted = new AbortController();
      void draw(canvas, file, unmounted.signal);
      return () => {
        unmounted.abort();
        canvas.width = 0;
      };
    },
    [file],
  );
  return <canvas ref={show} className={styles.thumbnail} width={1} height={1} aria-hidden="true" />;
}

async function draw(canvas: HTMLCanvasElement, file: File, unmounted: AbortSignal): Promise<void> {
  await nearView(canvas, unmounted);
  const picture = await decode(file, unmounted);
  if (!picture) return;
  if (unmounted.aborted) return picture.close();
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
}

/** Decodes off the main thread. Undefined for a file that is no image, or after unmount. */
async function decode(file: File, unmounted: AbortSignal): Promise<ImageBitmap | undefined> {
  if (running >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    if (unmounted.aborted) return undefined;
    // A higher quality would block the main thread.
    return await createImageBitmap(file, { resizeHeight: HEIGHT, resizeQuality: 'low' });
  } catch {
    return undefined;
  } finally {
    running--;
    waiting.shift()?.();
  }
}

function nearView(element: Element, unmounted: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      // The margin applies to the root alone, and the dialog scrolls.
      { root: element.closest('dialog'), rootMargin: '200px' },
    );
    observer.observe(element);
    unmounted.addEventListener('abort', () => observer.disconnect(), { once: true });
  });
}
