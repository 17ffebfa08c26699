import type { ComponentProps, MouseEvent } from 'react';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the one thing to do here; `quiet` has no frame; `danger` takes something away. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  icon?: IconName;
  /** It is at work: pressing it again does nothing, and `busyLabel` stands in for its text. */
  busy?: boolean;
  busyLabel?: string;
}

/**
 * A button that does not submit unless asked to, and that cannot be pressed twice while it is at work.
 *
 * At work it is not `disabled`: that would take the focus away from whoever pressed it.
 */
export function Button({ variant = 'secondary', icon, busy, busyLabel, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.button} ${styles[variant]}`}
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : onClick}
      {...rest}
    >
      {busy ? <span className={styles.busy} aria-hidden="true" /> : icon && <Icon name={icon} size={18} />}
      <span>{busy && busyLabel ? busyLabel : children}</span>
    </button>
  );
}

/** Enter in a field presses the form's submit button as well, and so stops here too. */
const ignore = (event: MouseEvent) => event.preventDefault();

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** What it does, for those who do not see the picture, and as its tooltip. */
  label: string;
  icon: IconName;
}

/** A button that is only a picture, large enough for a thumb. */
export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={styles.iconButton} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
