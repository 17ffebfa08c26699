import styles from '@portfolio/ui/toasts/toasts.module.css';
import { useEffect, useState, type ComponentType, type Dispatch, type SetStateAction } from 'react';

export interface Toast {
  message: string;
  /** Something went wrong: it is read out at once. */
  isAlert: boolean;
}

/** Milliseconds for which a message stays. */
export const TOAST_TIME = 4_000;

interface Loaded {
  ToastList: ComponentType<{ region: HTMLElement }>;
}

let showPlain: Dispatch<SetStateAction<Toast | undefined>> = () => undefined;
let showList: (loaded: Loaded) => void = () => undefined;

/**
 * Says in passing that something has happened. What says it is fetched when there is something to say.
 *
 * @param isAlert for what went wrong
 */
export function notify(message: string, { isAlert = false } = {}): void {
  const toast = { message, isAlert };
  import('../lazy/toast-list.tsx').then(
    (loaded) => {
      showList(loaded);
      loaded.say(toast);
    },
    () => {
      // Its file cannot be had, as when the network is away: it is said plainly.
      showPlain(toast);
      // Another one may have come since, which has a time of its own.
      setTimeout(() => showPlain((shown) => (shown === toast ? undefined : shown)), TOAST_TIME);
    },
  );
}

/** Where passing messages appear. Their region is there before them, as those who listen to the page need it. */
export function Toasts() {
  const [region, setRegion] = useState<HTMLElement | null>(null);
  const [plain, setPlain] = useState<Toast>();
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    showPlain = setPlain;
    showList = setLoaded;
  }, []);
  return (
    <div>
      <div className={styles.toasts} lang="en">
        <div ref={setRegion} role="status" className={styles.list}>
          {plain && (
            <div className={styles.toast} data-alert={plain.isAlert || undefined}>
              <p className={styles.message}>{plain.message}</p>
            </div>
          )}
        </div>
        {loaded && region && <loaded.ToastList region={region} />}
      </div>
    </div>
  );
}
