import type { ComponentProps, ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  title?: string;
  /** One sentence. */
  children?: ReactNode;
  /** A button or a link. */
  action?: ReactNode;
  /** Screen readers announce a `failure` at once. */
  tone?: 'failure' | undefined;
  /** `h1` in place of a whole page. */
  heading?: 'h1' | 'h2' | undefined;
}

/** Message in place of content that is empty, missing or failed to load. */
export function Notice({ title, children, action, tone, heading: Heading = 'h2' }: NoticeProps) {
  return (
    <div
      className={Heading === 'h1' ? `${styles.notice} ${styles.page}` : styles.notice}
      role={tone === 'failure' ? 'alert' : undefined}
      lang="en"
    >
      {title && <Heading className={styles.title}>{title}</Heading>}
      {children && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  );
}

/** One-line error message inside a form or a card. */
export const InlineFailure = (props: ComponentProps<'p'>) => <p role="alert" className={styles.failure} {...props} />;
