import type { ReactNode } from 'react';
import { Background, type BackgroundPicture, type BackgroundArea } from './background.tsx';
import styles from './hero.module.css';

interface HeroProps {
  /** Picture from edge to edge; null for text alone. */
  picture: BackgroundPicture | null;
  /**
   * Height with a picture: `hero` leaves about 4rem of the viewport to the content below, within limits; `window` fills it. No
   * effect without a picture.
   */
  area?: Exclude<BackgroundArea, 'page'>;
  /** Blocks of text; over a picture, each on its own scrim (`--veil`). */
  children: ReactNode;
}

/** Hero section at the top of a page. layout.module.css lays the header over its picture. */
export function Hero({ picture, area = 'hero', children }: HeroProps) {
  return (
    <section
      className={picture ? `${styles.pictured} ${area === 'hero' ? styles.hero : styles.window}` : styles.plain}
      data-background={picture ? 'hero' : undefined}
    >
      {picture && <Background picture={picture} area={area} />}
      <div className={styles.words}>{children}</div>
    </section>
  );
}
