import type { PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import type { CSSProperties } from 'react';
import styles from './photo-stage.module.css';

/** The picture itself, as large as the window allows and never larger than it is. */
export function PhotoStage({ photo }: { photo: PhotoView }) {
  const width = photo.width ?? 1_600;
  const ratio = width / (photo.height ?? 1_067);
  return (
    <div className={styles.stage}>
      <div className={styles.place} style={{ '--ratio': ratio.toFixed(4), '--width': `${width}px` } as CSSProperties}>
        <Picture picture={photo} sizes={`min(100vw, ${(ratio * 86).toFixed(1)}vh, ${width}px)`} priority />
      </div>
    </div>
  );
}
