import { useCallback } from 'react';
import { makeThumbnail, nearView } from './thumbnail.ts';
import styles from '../form/upload-form.module.css';

/** A small picture of a file from the artist's disk, made when it comes into sight and let go of afterwards. */
export function FileThumbnail({ file }: { file: File }) {
  const show = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (!canvas || !('createImageBitmap' in window)) return;
      const gone = new AbortController();
      void draw(canvas, file, gone.signal);
      return () => {
        gone.abort();
        canvas.width = 0;
      };
    },
    [file],
  );
  return <canvas ref={show} className={styles.thumbnail} width={1} height={1} aria-hidden="true" />;
}

async function draw(canvas: HTMLCanvasElement, file: File, gone: AbortSignal): Promise<void> {
  await nearView(canvas, gone);
  const picture = await makeThumbnail(file, gone);
  if (!picture) return;
  if (gone.aborted) return picture.close();
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
}
