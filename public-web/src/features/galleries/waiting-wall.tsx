import type { CSSProperties } from 'react';
import { Waiting } from '../../app/components/waiting.tsx';
import page from './gallery-page.module.css';
import wall from './photo-wall.module.css';
import styles from './waiting-wall.module.css';

/** Shapes of pictures as they hang in an ordinary gallery: width by height. */
const SHAPES = [1.5, 0.6667, 1.5, 1.3333, 1.5, 0.6667, 1.5, 1.5];

/** Stands where a gallery is still on its way. */
export function WaitingWall() {
  return (
    <Waiting className={page.gallery}>
      <Block size={['7.5rem', '1.875rem']} />
      <Block size={['20rem', '1.15em']} className={page.title} />
      <Block size={['12rem', '1.375rem']} className={page.facts} />
      <div className={wall.wall}>
        {SHAPES.map((ratio, index) => (
          <div key={index} className={wall.tile} style={{ '--ratio': ratio } as CSSProperties}>
            <Block className={wall.picture} />
            <div className={styles.caption} />
          </div>
        ))}
      </div>
    </Waiting>
  );
}

/** @param size width and height; left out, as the class has it */
function Block({
  size: [inlineSize, blockSize] = [],
  className = '',
}: {
  size?: string[];
  className?: string | undefined;
}) {
  return <div className={`${styles.block} ${className}`} style={{ inlineSize, blockSize }} />;
}
