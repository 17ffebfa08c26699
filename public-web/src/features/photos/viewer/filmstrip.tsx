import type { PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { useEffect, useMemo, useRef, useState, type CSSProperties, type MouseEvent, type WheelEvent } from 'react';
import styles from './controls.module.css';

/** Fewest photos of a gallery with a filmstrip. */
export const MIN_FILMSTRIP_PHOTOS = 12;
/** Thumbnails rendered on each side of the middle: more than any window shows. */
const RENDERED_BESIDE = 40;

interface FilmstripProps {
  photos: PhotoView[];
  shown: PhotoView;
  onShow: (photo: PhotoView) => void;
}

const thumbnailRatio = ({ width, height }: PhotoView) =>
  width && height ? Math.min(Math.max(width / height, 0.6), 1.8) : 1.5;

/** Space of thumbnails that are not rendered, with their gaps. */
const spacerSize = (photos: PhotoView[]) => {
  const ratios = photos.reduce((sum, photo) => sum + thumbnailRatio(photo), 0);
  return `calc(var(--space-1) * ${photos.length + 1} + var(--thumbnail) * ${ratios.toFixed(3)})`;
};

/** Thumbnails of a gallery, with the shown one in the middle. Only that one is a tab stop. */
export function Filmstrip({ photos, shown, onShow }: FilmstripProps) {
  const strip = useRef<HTMLUListElement>(null);
  const index = photos.findIndex(({ id }) => id === shown.id);
  const [previousIndex, setPreviousIndex] = useState(index);
  /** Index of a thumbnail near the middle. */
  const [middle, setMiddle] = useState(index);
  if (previousIndex !== index) {
    setPreviousIndex(index);
    setMiddle(index);
  }
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!strip.current || !current) return;
    const centre = current.offsetLeft + current.offsetWidth / 2;
    strip.current.scrollTo?.({ left: centre - strip.current.clientWidth / 2 });
    if (strip.current.contains(document.activeElement)) current.focus({ preventScroll: true });
  }, [shown.id]);

  const from = Math.max(0, middle - RENDERED_BESIDE);
  const to = middle + RENDERED_BESIDE + 1;
  // Memoized, since a pinch renders the viewer in each frame.
  const thumbnails = useMemo(
    () =>
      photos.slice(from, to).map((photo, offset) => {
        const isShown = from + offset === index;
        return (
          <li key={photo.id} aria-setsize={photos.length} aria-posinset={from + offset + 1}>
            <button
              type="button"
              className={styles.thumbnail}
              style={{ '--ratio': thumbnailRatio(photo).toFixed(3) } as CSSProperties}
              aria-label={photo.title}
              aria-current={isShown || undefined}
              tabIndex={isShown ? 0 : -1}
              data-index={from + offset}
            >
              <Picture picture={{ ...photo, title: '', alt_text: null }} sizes="6rem" />
            </button>
          </li>
        );
      }),
    [photos, from, to, index],
  );

  const onClick = ({ target }: MouseEvent) => {
    const photo = photos[Number((target as Element).closest('button')?.dataset['index'])];
    if (photo) onShow(photo);
  };
  const onScroll = () => {
    const { scrollLeft, scrollWidth, clientWidth } = strip.current!;
    const centred = Math.floor(((scrollLeft + clientWidth / 2) / scrollWidth) * photos.length);
    if (Math.abs(centred - middle) > RENDERED_BESIDE / 4) setMiddle(centred);
  };
  return (
    <ul
      ref={strip}
      className={`${styles.filmstrip} ${styles.chrome}`}
      style={{ paddingInlineStart: spacerSize(photos.slice(0, from)), paddingInlineEnd: spacerSize(photos.slice(to)) }}
      aria-label="Photos"
      lang="en"
      data-scrolls
      onClick={onClick}
      onScroll={onScroll}
      // A vertical wheel scrolls horizontally.
      onWheel={({ deltaX, deltaY }: WheelEvent) => !deltaX && strip.current!.scrollBy({ left: deltaY })}
    >
      {thumbnails}
    </ul>
  );
}
