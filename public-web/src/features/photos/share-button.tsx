import type { PhotoView } from '@portfolio/contracts';
import { useRef } from 'react';
import { notify } from '../../app/layout/toasts.tsx';
import { photoAddress } from '../../app/router/navigation.ts';
import styles from './share-button.module.css';

const load = () => import('./share.ts');
/** Browsers allow sharing only for a moment after a click, so the code is preloaded. */
const preload = () => void load().catch(() => undefined);

/** Button that shares, copies or shows the link to a photo; none for a photo that the recipients would not see. */
export function ShareButton({ photo }: { photo: PhotoView }) {
  const container = useRef<HTMLDivElement>(null);
  if (photo.visibility === 'hidden') return null;
  const onClick = async () => {
    // The canonical address, without the gallery.
    const url = location.origin + photoAddress(photo);
    const text = photo.description ? { text: photo.description } : {};
    // The ref is null once another photo is shown.
    const element = container.current!;
    try {
      const { share } = await load();
      const outcome = await share({ title: photo.title, ...text, url }, element);
      if (outcome === 'copied') notify('Link copied to clipboard!');
    } catch {
      notify('The link could not be shared. Please try again.', { isAlert: true });
    }
  };
  return (
    <div ref={container} className={styles.share} lang="en">
      <button
        type="button"
        className={styles.button}
        onClick={() => void onClick()}
        onPointerEnter={preload}
        onPointerDown={preload}
        onFocus={preload}
      >
        Share
      </button>
    </div>
  );
}
