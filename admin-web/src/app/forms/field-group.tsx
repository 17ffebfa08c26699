import type { ReactNode } from 'react';
import styles from './forms.module.css';

interface FieldGroupProps {
  legend: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Fieldset with a legend, for related controls. */
export const FieldGroup = ({ legend, className = '', children }: FieldGroupProps) => (
  <fieldset className={`${styles.group} ${className}`}>
    <legend className={styles.legend}>{legend}</legend>
    {children}
  </fieldset>
);
