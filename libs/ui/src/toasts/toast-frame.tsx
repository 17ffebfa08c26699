import { useState, type ReactNode, type Ref } from 'react';
import styles from './toasts.module.css';

interface ToastFrameProps {
  ref?: Ref<HTMLDivElement>;
  /** Renders the `ToastList` into the live region. */
  list: (region: HTMLElement) => ReactNode;
  /** Toasts rendered without a list. */
  children?: ReactNode;
}

/** Popover of the toasts, with the live region that screen readers know before its first toast. */
export function ToastFrame({ ref, list, children }: ToastFrameProps) {
  const [region, setRegion] = useState<HTMLElement | null>(null);
  return (
    <div>
      <div ref={ref} popover="manual" className={styles.toasts} lang="en">
        <div ref={setRegion} role="status" className={styles.list}>
          {children}
        </div>
        {region && list(region)}
      </div>
    </div>
  );
}
