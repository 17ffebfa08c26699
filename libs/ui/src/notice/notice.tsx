import type { ReactNode } from 'react';
import styles from './notice.module.css';

export interface NoticeProps {
  title: string;
  /** One sentence. */
  children?: ReactNode;
  /** The one thing to do about it, as a rule a Button. */
  action?: ReactNode;
  /** `failure` is read out at once. */
  tone?: 'quiet' | 'failure';
}

/** Stands where content would be: there is none yet, or it could not be had. */
export function Notice({ title, children, action, tone = 'quiet' }: NoticeProps) {
  return (
    <div className={styles.notice} role={tone === 'failure' ? 'alert' : undefined}>
      <h2 className={styles.title}>{title}</h2>
      {children && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  );
}

/** A failure said in one line inside a form or a card. */
export function InlineFailure({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles.failure}>
      {children}
    </p>
  );
}
