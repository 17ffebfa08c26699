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
  /** `h1` where it stands for the whole page. */
  heading?: 'h1' | 'h2';
}

/** Stands where content would be: there is none yet, or it could not be had. */
export function Notice({ title, children, action, tone = 'quiet', heading: Heading = 'h2' }: NoticeProps) {
  return (
    <div className={styles.notice} role={tone === 'failure' ? 'alert' : undefined}>
      <Heading className={styles.title}>{title}</Heading>
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
