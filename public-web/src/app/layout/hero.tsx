import type { ReactNode } from 'react';
import { Background, type BackgroundPicture, type BackgroundArea } from './background.tsx';
import styles from './hero.module.css';

interface HeroProps {
  /** Picture from edge to edge; null for text alone. */
  picture: BackgroundPicture | null;
  /** `window` is as high as the window. */
  area?: Exclude<BackgroundArea, 'page'>;
  /** Blocks of text; over a picture, each on its own veil. */
  children: ReactNode;
}

/** Beginning of a page: large text, over a picture if there is one. The header then lies over the picture too. */
export function Hero({ picture, area = 'hero', children }: HeroProps) {
  return (
    <section
      className={picture ? `${styles.pictured} ${styles[area]}` : styles.plain}
      data-background={picture ? 'hero' : undefined}
    >
      {picture && <Background picture={picture} area={area} />}
      <div className={styles.words}>{children}</div>
    </section>
  );
}
