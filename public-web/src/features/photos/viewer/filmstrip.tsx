import type { PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { useEffect, useMemo, useRef, useState, type CSSProperties, type MouseEvent, type WheelEvent } from 'react';
import styles from './controls.module.css';

/** Photos of a gallery from which on it has a filmstrip. */
export const MIN_FILMSTRIP = 12;
/** Thumbnails rendered on each side of the middle: more than any window shows. */
const REACH = 40;

interface FilmstripProps {
  photos: PhotoView[];
  shown: PhotoView;
  onShow: (photo: PhotoView) => void;
}

const ratioOf = ({ width, height }: PhotoView) =>
  width && height ? Math.min(Math.max(width / height, 0.6), 1.8) : 1.5;

/** Space of thumbnails that are not rendered, with their gaps. */
const spaceOf = (photos: PhotoView[]) => {
  const ratios = photos.reduce((sum, photo) => sum + ratioOf(photo), 0);
  return `calc(var(--space-1) * ${photos.length + 1} + var(--thumbnail) * ${ratios.toFixed(3)})`;
};

/** Thumbnails of a gallery, with the shown one in the middle. Only that one is a tab stop. */
export function Filmstrip({ photos, shown, onShow }: FilmstripProps) {
  const strip = useRef<HTMLUListElement>(null);
  const index = photos.findIndex(({ id }) => id === shown.id);
  const [shownBefore, setShownBefore] = useState(index);
  /** Index of the thumbnail in the middle, roughly. */
  const [middle, setMiddle] = useState(index);
  if (shownBefore !== index) {
    setShownBefore(index);
    setMiddle(index);
  }
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!strip.current || !current) return;
    const centre = current.offsetLeft + current.offsetWidth / 2;
    strip.current.scrollTo?.({ left: centre - strip.current.clientWidth / 2 });
    if (strip.current.contains(document.activeElement)) current.focus({ preventScroll: true });
  }, [shown.id]);

  const from = Math.max(0, middle - REACH);
  const to = middle + REACH + 1;
  // A pinch renders the viewer for each of its frames.
  const thumbnails = useMemo(
    () =>
      photos.slice(from, to).map((photo, nth) => {
        const isShown = from + nth === index;
        return (
          <li key={photo.id} aria-setsize={photos.length} aria-posinset={from + nth + 1}>
            <button
              type="button"
              className={styles.thumbnail}
              style={{ '--ratio': ratioOf(photo).toFixed(3) } as CSSProperties}
              aria-label={photo.title}
              aria-current={isShown || undefined}
              tabIndex={isShown ? 0 : -1}
              data-index={from + nth}
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
    const now = Math.floor(((scrollLeft + clientWidth / 2) / scrollWidth) * photos.length);
    if (Math.abs(now - middle) > REACH / 4) setMiddle(now);
  };
  return (
    <ul
      ref={strip}
      className={`${styles.filmstrip} ${styles.chrome}`}
      style={{ paddingInlineStart: spaceOf(photos.slice(0, from)), paddingInlineEnd: spaceOf(photos.slice(to)) }}
      aria-label="Photos"
      lang="en"
      data-scrolls
      onClick={onClick}
      onScroll={onScroll}
      // A mouse wheel turns one way only.
      onWheel={({ deltaX, deltaY }: WheelEvent) => !deltaX && strip.current!.scrollBy({ left: deltaY })}
    >
      {thumbnails}
    </ul>
  );
}
