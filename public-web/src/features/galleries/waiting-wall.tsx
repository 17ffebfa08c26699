import type { CSSProperties } from 'react';
import { Waiting } from '../../app/waiting.tsx';
import page from './gallery-page.module.css';
import wall from './photo-wall.module.css';
import styles from './waiting-wall.module.css';

/** Shapes of pictures as they hang in an ordinary gallery: width by height. */
const SHAPES = [1.5, 0.6667, 1.5, 1.3333, 1.5, 0.6667, 1.5, 1.5];

/** Stands where a gallery is still on its way. */
export function WaitingWall() {
  return (
    <Waiting className={page.gallery}>
      <div className={styles.back} />
      <div className={`${page.title} ${styles.title}`} />
      <div className={styles.lead} />
      <div className={`${page.facts} ${styles.facts}`} />
      <div className={wall.wall}>
        {SHAPES.map((ratio, index) => (
          <div key={index} className={wall.tile} style={{ '--ratio': ratio } as CSSProperties}>
            <div className={`${wall.picture} ${styles.block}`} />
            <div className={styles.caption} />
          </div>
        ))}
      </div>
    </Waiting>
  );
}
