import type { PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { useEffect, useMemo, useRef, useState, type CSSProperties, type MouseEvent, type WheelEvent } from 'react';
import styles from './controls.module.css';

/** Fewest photos of a gallery with a filmstrip. */
export const MIN_FILMSTRIP_PHOTOS = 12;
/** Thumbnails rendered on each side of the middle, which fill viewports of up to about 2,200 pixels. */
const RENDERED_BESIDE = 40;

interface FilmstripProps {
  photos: PhotoView[];
  shown: PhotoView;
  onShow: (photo: PhotoView) => void;
}

/** Gap between two thumbnails, in their heights. */
const GAP = 0.07;

const thumbnailRatio = ({ width, height }: PhotoView) =>
  width && height ? Math.min(Math.max(width / height, 0.6), 1.8) : 1.5;

/** Space of thumbnails that are not rendered. As padding it would make the strip wider than the viewport. */
function Spacer({ photos }: { photos: PhotoView[] }) {
  if (photos.length === 0) return null;
  const ratios = photos.reduce((sum, photo) => sum + thumbnailRatio(photo), 0);
  const width = `calc(var(--space-1) * ${photos.length - 1} + var(--thumbnail) * ${ratios.toFixed(3)})`;
  return <li aria-hidden style={{ flex: 'none', width }} />;
}

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
    const widths = photos.map((photo) => thumbnailRatio(photo) + GAP);
    let left = ((scrollLeft + clientWidth / 2) / scrollWidth) * widths.reduce((sum, width) => sum + width, 0);
    const centred = widths.findIndex((width) => (left -= width) < 0);
    if (Math.abs(centred - middle) > RENDERED_BESIDE / 4) setMiddle(centred);
  };
  return (
    <ul
      ref={strip}
      className={`${styles.filmstrip} ${styles.chrome}`}
      aria-label="Photos"
      data-scrolls
      onClick={onClick}
      onScroll={onScroll}
      // A vertical wheel scrolls horizontally.
      onWheel={({ deltaX, deltaY }: WheelEvent) => !deltaX && strip.current!.scrollBy({ left: deltaY })}
    >
      <Spacer photos={photos.slice(0, from)} />
      {thumbnails}
      <Spacer photos={photos.slice(to)} />
    </ul>
  );
}
