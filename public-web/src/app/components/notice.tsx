import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import styles from './notice.module.css';
import { PageLink } from '../router/page-link.tsx';
import text from './text.module.css';

export interface NoticeProps {
  title?: string;
  children: ReactNode;
  /** What the one thing to do is called. */
  action?: string;
  /** Does it. */
  onAct?: () => void;
  /** Or where it is done. */
  to?: string;
  /** Read out at once where people listen to the page. */
  alert?: boolean;
  /** The notice is all there is, so its title heads the page. */
  page?: boolean | undefined;
}

/** One sentence in place of what cannot be shown, and one thing to do about it. */
export function Notice({ title, children, action, onAct, to, alert = false, page = false }: NoticeProps) {
  const Title = page ? 'h1' : 'h2';
  return (
    <div className={page ? styles.page : styles.notice} role={alert ? 'alert' : undefined} lang="en">
      {title && <Title className={styles.title}>{title}</Title>}
      <p className={styles.text}>{children}</p>
      {onAct && <ActOrReload onAct={onAct}>{action}</ActOrReload>}
      {to && (
        <PageLink to={to} className={`${text.framed} ${styles.action}`}>
          {action}
        </PageLink>
      )}
    </div>
  );
}

/** A button that loads the page anew where no JavaScript has come to its help. */
function ActOrReload({ onAct, children }: { onAct: () => void; children: ReactNode }) {
  const act = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    // The button goes away with what it stands for, but not the focus.
    document.getElementById('content')?.focus({ preventScroll: true });
    onAct();
  };
  // Of a link, a browser lets the space bar only scroll the page.
  const onKeyDown = (event: KeyboardEvent) => event.key === ' ' && act(event);
  return (
    <a href="" role="button" className={`${text.framed} ${styles.action}`} onClick={act} onKeyDown={onKeyDown}>
      {children}
    </a>
  );
}
