import { focalPointStyle } from '@portfolio/ui';
import type { FocalPoint } from '../image/focal-point-picker.tsx';
import { useAdmin } from '../layout/admin-context.ts';
import styles from './thumbnail.module.css';

interface ThumbnailProps {
  /** Address as in the API's response; without one the frame is empty. */
  address: string | null | undefined;
  /** Focal point of the photo. */
  focus?: FocalPoint | undefined;
}

/** Cropped photo beside a text, which names it. */
export function Thumbnail({ address, focus }: ThumbnailProps) {
  const { api } = useAdmin();
  return (
    <span className={styles.thumbnail}>
      {address && <img src={api.fileAddress(address)} alt="" loading="lazy" style={focus && focalPointStyle(focus)} />}
    </span>
  );
}
