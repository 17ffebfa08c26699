import type { PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { useEffect, useRef, type CSSProperties } from 'react';
import styles from './controls.module.css';

/** Photos of a gallery from which on it has a filmstrip. */
export const MIN_FILMSTRIP = 12;

interface FilmstripProps {
  photos: PhotoView[];
  shown: PhotoView;
  onShow: (photo: PhotoView) => void;
}

/** Thumbnails of a gallery, with the shown one in the middle. Only that one is a tab stop. */
export function Filmstrip({ photos, shown, onShow }: FilmstripProps) {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!strip.current || !current) return;
    const middle = current.offsetLeft + current.offsetWidth / 2;
    strip.current.scrollTo?.({ left: middle - strip.current.clientWidth / 2 });
    if (strip.current.contains(document.activeElement)) current.focus({ preventScroll: true });
  }, [shown.id]);
  return (
    <ul ref={strip} className={`${styles.filmstrip} ${styles.chrome}`} aria-label="Photos" lang="en">
      {photos.map((photo) => {
        const isShown = photo.id === shown.id;
        const ratio = photo.width && photo.height ? Math.min(Math.max(photo.width / photo.height, 0.6), 1.8) : 1.5;
        return (
          <li key={photo.id}>
            <button
              type="button"
              className={styles.thumbnail}
              style={{ '--ratio': ratio.toFixed(3) } as CSSProperties}
              aria-label={photo.title}
              aria-current={isShown || undefined}
              tabIndex={isShown ? 0 : -1}
              onClick={() => onShow(photo)}
            >
              <Picture picture={{ ...photo, title: '', alt_text: null }} sizes="6rem" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
