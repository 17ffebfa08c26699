import type { ReactNode } from 'react';
import styles from './badge.module.css';

export interface BadgeProps {
  tone?: 'good' | 'quiet' | 'accent' | 'danger';
  children: ReactNode;
}

/** A word or two about a thing's state. Its words say it, not its colour alone. */
export function Badge({ tone = 'quiet', children }: BadgeProps) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}
