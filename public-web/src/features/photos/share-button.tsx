import type { PhotoView } from '@portfolio/contracts';
import { useEffect, useRef, useState } from 'react';
import { notify, TOAST_TIME } from '../../app/toasts.tsx';
import { photoAddress } from './photo-address.ts';
import styles from './share-button.module.css';
import { share } from './share.ts';

export interface ShareButtonProps {
  photo: PhotoView;
  /** Says itself what has happened, where the page's passing messages cannot be seen. */
  isAlone?: boolean;
}

/** Shares the link to a photo, copies it, or at the very least shows it. */
export function ShareButton({ photo, isAlone = false }: ShareButtonProps) {
  const around = useRef<HTMLDivElement>(null);
  const [link, setLink] = useState<string>();
  const [said, setSaid] = useState('');

  useEffect(() => {
    const silence = setTimeout(() => setSaid(''), TOAST_TIME);
    return () => clearTimeout(silence);
  }, [said]);

  const onClick = async () => {
    // Without the gallery from which it happens to be seen: the address under which the photo is known.
    const url = location.origin + photoAddress(photo);
    const text = photo.description ? { text: photo.description } : {};
    const outcome = await share({ title: photo.title, ...text, url }, around.current!);
    setLink(outcome === 'refused' ? url : undefined);
    if (outcome !== 'copied') return;
    if (isAlone) setSaid('Link copied to clipboard!');
    else void notify('Link copied to clipboard!');
  };
  return (
    <div ref={around} className={styles.share}>
      <button type="button" className={styles.button} onClick={() => void onClick()}>
        Share
      </button>
      {link && (
        <input
          className={styles.link}
          aria-label="Link to this photo"
          readOnly
          value={link}
          ref={(field) => field?.select()}
          onFocus={(event) => event.target.select()}
        />
      )}
      {isAlone && (
        <div role="status" className={styles.status}>
          {said}
        </div>
      )}
    </div>
  );
}
