import type { ReactNode } from 'react';
import { Background, type BackgroundPicture, type Ground } from './background.tsx';
import styles from './hero.module.css';

interface HeroProps {
  /** Picture from edge to edge; null for words alone. */
  picture: BackgroundPicture | null;
  /** `window` fills the whole window. */
  frame?: Exclude<Ground, 'page'>;
  /** Blocks of words, each on its own veil. */
  children: ReactNode;
}

/** Beginning of a page: large words, over a picture if there is one. The header then lies over the picture too. */
export function Hero({ picture, frame = 'opening', children }: HeroProps) {
  return (
    <section
      className={picture ? `${styles.pictured} ${styles[frame]}` : styles.plain}
      data-ground={picture ? 'opening' : undefined}
    >
      {picture && <Background picture={picture} ground={frame} />}
      <div className={styles.words}>{children}</div>
    </section>
  );
}
