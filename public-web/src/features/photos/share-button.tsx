import type { PhotoView } from '@portfolio/contracts';
import { useRef } from 'react';
import { notify } from '../../app/layout/toasts.tsx';
import { photoAddress } from './photo-address.ts';
import styles from './share-button.module.css';

export interface ShareButtonProps {
  photo: PhotoView;
}

const load = () => import('./share.ts');
/** Fetches ahead what shares: a browser shares only for a moment after it was asked to. */
const warm = () => void load().catch(() => undefined);

/** Shares the link to a photo, copies it, or at the very least shows it. */
export function ShareButton({ photo }: ShareButtonProps) {
  const around = useRef<HTMLDivElement>(null);
  const onClick = async () => {
    // Without the gallery from which it happens to be seen: the address under which the photo is known.
    const url = location.origin + photoAddress(photo);
    const text = photo.description ? { text: photo.description } : {};
    try {
      const { share } = await load();
      const outcome = await share({ title: photo.title, ...text, url }, around.current!);
      if (outcome === 'copied') notify('Link copied to clipboard!');
    } catch {
      notify('The link could not be shared. Please try again.');
    }
  };
  return (
    <div ref={around} className={styles.share} lang="en">
      <button
        type="button"
        className={styles.button}
        onClick={() => void onClick()}
        onPointerEnter={warm}
        onPointerDown={warm}
        onFocus={warm}
      >
        Share
      </button>
    </div>
  );
}
