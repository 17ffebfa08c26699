import { createStore } from '@portfolio/ui/store';
import { ToastFrame } from '@portfolio/ui/toast-frame';
import styles from '@portfolio/ui/toasts/toasts.module.css';
import type { ComponentType } from 'react';

export interface Toast {
  message: string;
  /** Screen readers announce it at once. */
  isAlert: boolean;
}

/** Milliseconds. */
export const TOAST_TIME = 4_000;

/** Shown when the file of the toast list cannot be loaded. */
const plain = createStore<Toast | undefined>(undefined);
const loaded = createStore<{ ToastList: ComponentType<{ region: HTMLElement }> } | undefined>(undefined);

/** Shows a toast. The first one loads the code of the toast list. */
export function notify(message: string, { isAlert = false } = {}): void {
  const toast = { message, isAlert };
  import('../lazy/toast-list.tsx').then(
    (module) => {
      loaded.set(module);
      module.addToast(toast);
    },
    () => {
      plain.set(toast);
      // A later toast has its own timer.
      setTimeout(() => plain.set((shown) => (shown === toast ? undefined : shown)), TOAST_TIME);
    },
  );
}

export function Toasts() {
  const toast = plain.use();
  const List = loaded.use()?.ToastList;
  return (
    <ToastFrame list={(region) => List && <List region={region} />}>
      {toast && (
        <div className={styles.toast} data-alert={toast.isAlert || undefined}>
          <p className={styles.message}>{toast.message}</p>
        </div>
      )}
    </ToastFrame>
  );
}
