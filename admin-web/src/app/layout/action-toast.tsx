import toast from 'react-hot-toast';
import styles from './action-toast.module.css';

interface ActionToast {
  text: string;
  label: string;
  run: () => void;
  /** An error stays until it is dismissed. */
  isError?: boolean;
}

/** Shows a toast with a button. @returns its id */
export function showActionToast({ text, label, run, isError = false }: ActionToast): string {
  const id = (isError ? toast.error : toast)(
    <>
      <span>{text}</span>
      <button
        type="button"
        className={styles.action}
        onClick={({ detail }) => {
          // The button stays while its toast fades out: a double click would run twice.
          if (detail > 1) return;
          toast.dismiss(id);
          run();
        }}
      >
        {label}
      </button>
    </>,
    isError ? { duration: Infinity } : {},
  );
  return id;
}
