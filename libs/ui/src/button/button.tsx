import type { ComponentProps, MouseEvent } from 'react';
import { Icon, type IconName } from '../icon/icon.tsx';
import { Spinner } from '../spinner/spinner.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `quiet` has no frame; `danger` deletes. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  icon?: IconName;
  /** Ignores clicks and shows `busyLabel`. */
  busy?: boolean;
  busyLabel?: string;
}

/** Button of type `button` unless `type` says otherwise. A busy one is not `disabled`, which would lose the focus. */
export function Button({ variant = 'secondary', icon, busy, busyLabel, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.button} ${styles[variant]}`}
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : onClick}
      {...rest}
    >
      {busy ? <Spinner size="small" label={null} /> : icon && <Icon name={icon} size={18} />}
      <span>{busy && busyLabel ? busyLabel : children}</span>
    </button>
  );
}

/** Classes of a link that looks like a `Button`. */
export const buttonClass = (variant: 'primary' | 'secondary'): string => `${styles.button} ${styles[variant]}`;

/** Enter in a field clicks the form's submit button too. */
const ignore = (event: MouseEvent) => event.preventDefault();

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Accessible name and tooltip. */
  label: string;
  icon: IconName;
}

export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={styles.iconButton} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
