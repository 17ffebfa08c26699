import { useId, type ReactNode } from 'react';
import styles from './field.module.css';

export interface FieldProps {
  label: string;
  /** One line. */
  hint?: string;
  /** Announced when it appears. */
  error?: string;
}

/** Attributes that connect a control with its label, hint and error. */
interface Wiring {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps extends FieldProps {
  required?: boolean;
  children: (wiring: Wiring) => ReactNode;
}

/** Label above a control, hint and error below. */
export function FieldFrame({ label, hint, error, required, children }: FieldFrameProps) {
  const id = useId();
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} lang="en" className={required ? `${styles.label} ${styles.required}` : styles.label}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': about || undefined })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint} lang="en">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error} lang="en">
          {error}
        </p>
      )}
    </div>
  );
}
